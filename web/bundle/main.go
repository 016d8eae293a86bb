// Command bundle writes web/dist from the sources in web/ui. Run it from the root of the repository:
//
//	go run ./web/bundle
package main

import (
	"fmt"
	"os"

	"tianyuan/web/bundle/build"
)

func main() {
	files, err := build.Files("web/ui")
	if err == nil {
		for name, data := range files {
			if err = os.WriteFile("web/dist/"+name, data, 0o644); err != nil {
				break
			}
		}
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
