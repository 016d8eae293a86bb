package tests

import "github.com/chromedp/cdproto/runtime"

// awaitPromise lets an evaluation wait for its promise.
func awaitPromise(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
