package tests

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// keys types keys one after another on the page.
func keys(text string) chromedp.Tasks {
	var all chromedp.Tasks
	for _, k := range text {
		all = append(all, chromedp.KeyEvent(string(k)))
	}
	return all
}

// entered waits until a table has a result.
func entered(table int, result string) chromedp.Action {
	return chromedp.WaitReady(fmt.Sprintf(`tr[data-table="%d"][data-entered="%s"]`, table, result))
}

// focused waits until the desk's focus is on a table.
func focused(table int) chromedp.Action {
	return chromedp.WaitReady(fmt.Sprintf(`tr.focus[data-table="%d"]`, table))
}

// demoDesk opens the desk of the sample's running round as its chief referee.
func demoDesk(t *testing.T) (context.Context, *server) {
	t.Helper()
	bin := binary(t)
	ctx := browser(t)
	s := serve(t, bin, "--demo", "--data", t.TempDir())
	do(t, ctx, "sign in", network.Enable(), language("en"), chromedp.EmulateViewport(1440, 900), chromedp.Navigate(s.url+"/login?to=/d/d-demo"),
		chromedp.SendKeys(`input[name=login]`, "chief"), chromedp.SendKeys(`input[name=password]`, "tianyuan-demo"), chromedp.Submit(`input[name=password]`), focused(3))
	return ctx, s
}

// TestDeskKeys presses every key of the desk: how a game ended before and after the sign, forfeits,
// warnings, taking back, problems, the search, why, the list of keys, print, the division.
func TestDeskKeys(t *testing.T) {
	t.Parallel()
	ctx, s := demoDesk(t)
	do(t, ctx, "? lists the keys", keys("?"), chromedp.WaitVisible(`#keys tbody tr:nth-child(15)`))
	look(t, ctx, "desk-keys", 1440)
	do(t, ctx, "Esc closes it", chromedp.KeyEvent("\u001b"), chromedp.WaitNotVisible(`#keys`))
	do(t, ctx, "resigned, before the sign", keys("6c1+"), entered(6, "B+R"), focused(9))
	do(t, ctx, "on time, after the sign and without a reason", keys("9+"), entered(9, "B+"), focused(12), keys("c3"), entered(9, "B+T"))
	do(t, ctx, "taken back", keys("z"), chromedp.WaitReady(`tr[data-table="9"]:not([data-entered])`), focused(9))
	do(t, ctx, "Black forfeits", keys("9f+"), entered(9, "W+F"))
	do(t, ctx, "a warning, taken back and given again", keys("12j-"), chromedp.WaitReady(`tr[data-table="12"][data-warn="0,1"]`), keys("z"), chromedp.WaitReady(`tr[data-table="12"][data-warn="0,0"]`),
		keys("12j+"), chromedp.WaitReady(`tr[data-table="12"][data-warn="1,0"]`))
	do(t, ctx, "the warning goes with the result", keys("12-"), chromedp.WaitReady(`tr[data-table="12"][data-entered="W+"][data-warn="1,0"]`))
	do(t, ctx, "both lose", keys("15l"), entered(15, "bothlose"))
	do(t, ctx, "Enter leads to the next without a result", keys("1"), focused(1), chromedp.KeyEvent("\r"), focused(3))
	do(t, ctx, "a click and a button of its bar", chromedp.Click(`tr[data-table="18"] td.name`), focused(18), chromedp.Click(`tr.bar [data-key="-"]`), entered(18, "W+"))
	do(t, ctx, "a correction asks for the reason", keys("18+"), chromedp.WaitVisible(`#ask`), chromedp.SendKeys(`#ask input`, "the slip says so\r"), entered(18, "B+"))
	do(t, ctx, "N finds it, because it was corrected", keys("3"), focused(3), keys("n"), focused(18))
	do(t, ctx, "the correction is taken back as another one", keys("z"), entered(18, "W+"))
	do(t, ctx, "why this pair", keys("3y"), chromedp.WaitVisible(`[data-live=why] .why`))
	do(t, ctx, "published pairs can't be tried", keys("x"), chromedp.WaitVisible(`.toast.bad`))
	do(t, ctx, "the search finds a number and Enter goes there", keys("/"), chromedp.WaitReady(`[data-find]:focus`), chromedp.Evaluate(`document.querySelector("[data-find]").value = ""`, nil), keys("33\r"), focused(1))
	do(t, ctx, "print", keys("p"), chromedp.WaitVisible(`input[name=kind][value=pairs]`))
	do(t, ctx, "Alt and a digit lead to a division", chromedp.Navigate(s.url+"/d/d-demo/round/2"), chromedp.WaitReady(`table[data-phase=closed]`),
		chromedp.KeyEvent("1", chromedp.KeyModifiers(input.ModifierAlt)), chromedp.WaitReady(`table[data-phase=started]`))
}

// pressed presses keys at given milliseconds, as the browser would stamp them.
func pressed(at int, text string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`for (const [i, key] of Array.from(%q).entries()) {
	const event = new KeyboardEvent("keydown", { key, code: "", bubbles: true, cancelable: true });
	Object.defineProperty(event, "timeStamp", { value: %d + 100 * i });
	document.body.dispatchEvent(event);
}`, text, at), nil)
}

// TestNumbersThatComeToNothing: a sign after a number that no table has, or after a pause of more
// than 1.5 s, enters nothing and the focus is back where it was; the pause is that between the keys,
// however long the page takes (ui: keys of the desk).
func TestNumbersThatComeToNothing(t *testing.T) {
	t.Parallel()
	ctx, _ := demoDesk(t)
	const hour = 3600_000
	const open = `document.querySelectorAll("tr[data-table]:not([data-entered])").length`
	var before, after int
	var said string
	do(t, ctx, "as it begins", chromedp.Evaluate(open, &before))
	for i, c := range []struct{ first, then, says string }{
		{"99+", "", "no table 99"}, {"999+", "", "no table 999"}, {"0-", "", "no table 0"}, {"99+", "+", "no table 99"}, {"9", "+", "paused after 9"}, {"9", "0-", "no table 0"}, {"9f", "+", "paused after 9"},
	} {
		do(t, ctx, c.first, pressed((i+1)*hour, c.first), pressed((i+1)*hour+2500, c.then), focused(3), chromedp.Text(`[data-toast]`, &said), chromedp.Evaluate(open, &after), pressed((i+1)*hour+9000, ""), chromedp.KeyEvent("\u001b"))
		if after != before || !strings.Contains(said, c.says) {
			t.Errorf("%s, a pause, %s: %d tables were entered; says %q, want %q", c.first, c.then, before-after, said, c.says)
		}
	}
	do(t, ctx, "a late page", pressed(20*hour, "9"), chromedp.Evaluate(`new Promise((done) => setTimeout(done, 1600))`, nil, awaitPromise), focused(3), pressed(20*hour+1400, "+"), entered(9, "B+"))
}

// TestMarginWithDoubt: a margin that no count gives is asked about once, in the dialog that it was
// typed in, in both themes without barriers; a margin that a count gives is not.
func TestMarginWithDoubt(t *testing.T) {
	t.Parallel()
	ctx, _ := demoDesk(t)
	do(t, ctx, "a plain margin", keys("6c2+"), chromedp.WaitVisible(`#ask input`), chromedp.SetValue(`#ask input`, "2又3/4"), chromedp.Click(`#ask .act`), entered(6, "B+2.75"))
	do(t, ctx, "a margin that can't be", keys("9c2-"), chromedp.WaitVisible(`#ask input`), chromedp.SendKeys(`#ask input`, "1/3\r"), chromedp.WaitVisible(`#ask .error`))
	do(t, ctx, "a doubtful one", chromedp.SetValue(`#ask input`, "1.5"), chromedp.Click(`#ask .act`), chromedp.WaitVisible(`#ask .question`))
	for _, dark := range []bool{false, true} {
		do(t, ctx, "theme", theme(dark))
		look(t, ctx, fmt.Sprint("desk-question-dark-", dark), 1440)
	}
	var question, state string
	do(t, ctx, "confirmed", chromedp.Text(`#ask .question`, &question), chromedp.Click(`#ask .act`), entered(9, "W+1.5"), chromedp.Text(`tr[data-table="9"] .state`, &state))
	if !strings.Contains(question, "no count gives 1½ zi") || !strings.Contains(state, "doubtful") {
		t.Errorf("asked %q, the row says %q", question, state)
	}
}

// TestChangeByHand: the pairing officer sees the cost of a change before it is made, from X over the
// list of other pairs to the reason, in both themes and on a phone without barriers.
func TestChangeByHand(t *testing.T) {
	t.Parallel()
	ctx, s := demoDesk(t)
	for _, table := range []int{3, 6, 9, 12, 15, 18, 21} {
		do(t, ctx, fmt.Sprint("table ", table), keys(fmt.Sprint(table, "+")), entered(table, "B+"))
	}
	do(t, ctx, "the next round", chromedp.Click(`form[action$="/do/close"] button`), chromedp.WaitVisible(`.next a.act`), chromedp.Click(`.next a.act`),
		chromedp.WaitVisible(`form[action$="/do/prepare"]`), chromedp.Click(`form[action$="/do/prepare"] button`), chromedp.WaitReady(`table[data-phase=prepared]`))
	do(t, ctx, "X on a table", keys("3x"), chromedp.WaitVisible(`.tries li:nth-child(3)`))
	look(t, ctx, "desk-tries", 1440)
	do(t, ctx, "the first of the list", chromedp.Click(`.tries li:first-child a`), chromedp.WaitVisible(`.trial .parts`))
	for _, width := range []int{1440, 390} {
		for _, dark := range []bool{false, true} {
			do(t, ctx, "theme", theme(dark))
			look(t, ctx, fmt.Sprint("desk-trial-dark-", dark), width)
		}
	}
	var seal, changed int
	do(t, ctx, "the reason", chromedp.EmulateViewport(1440, 900), chromedp.Evaluate(`document.querySelectorAll("main .act, main .btn.act").length - document.querySelectorAll("dialog .act").length`, &seal),
		chromedp.SendKeys(`.trial input[name=reason]`, "brothers"), chromedp.Click(`.trial .act`), chromedp.WaitNotPresent(`.trial`),
		chromedp.Evaluate(`Array.from(document.querySelectorAll(".side .meta")).filter(x => x.textContent.includes("brothers")).length`, &changed))
	if seal != 1 || changed != 1 {
		t.Errorf("%d seals on the preview, want 1; the change stands in the record %d times", seal, changed)
	}
	do(t, ctx, "without scripts the same page", chromedp.Navigate(s.url+"/d/d-demo/round/5?how=swap&a=1&b=1"), chromedp.WaitVisible(`.trial`))
}
