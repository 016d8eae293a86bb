package main

var commands = []command{
	{name: "serve", args: "[--addr 127.0.0.1:8080] [--data DIR]", run: runServe, flags: serveFlags, example: "tianyuan serve --data ./data"},
	{name: "standings", args: "FILE [--after ROUND]", run: runStandings, example: "tianyuan standings division.json --after 3 --json",
		flags: func(c *call) { c.set.IntVar(&c.after, "after", 0, "") }},
	{name: "pair", args: "FILE [--seed TEXT]", run: runPair, example: `tianyuan pair division.json --seed "3 6 1"`,
		flags: func(c *call) { c.set.StringVar(&c.seed, "seed", "", "") }},
	{name: "backup", args: "OUT", run: runBackup, flags: storeFlags, example: "tianyuan backup --data ./data copy.tianyuan"},
	{name: "restore", args: "IN [--replace]", run: runRestore, example: "tianyuan restore --data ./data copy.tianyuan", flags: func(c *call) {
		storeFlags(c)
		c.set.BoolVar(&c.replace, "replace", false, "")
	}},
	{name: "export", args: "ID OUT.json", run: runExport, flags: storeFlags, example: "tianyuan export t-demo tournament.json"},
	{name: "import", args: "IN.json", run: runImport, flags: storeFlags, example: "tianyuan import tournament.json"},
	{name: "check", args: "FILE", run: runCheck, example: "tianyuan check division.json --json"},
	{name: "clock", args: "FILE.json", run: runClock, example: "tianyuan clock game.json"},
	{name: "law", args: "[--edition 2002|1988] [CASE]", run: runLaw, flags: lawFlags, example: "tianyuan law suicide --edition 1988"},
	{name: "score", args: "FILE.sgf [--edition 2002|1988] [--komi 3.75] [--dead D4,Q16 | --dead suggest] [--warnings 1,0]", run: runScore, flags: scoreFlags,
		example: "tianyuan score game.sgf --dead D4,Q16 --warnings 1,0"},
	{name: "replay", args: "FILE.sgf [--edition 2002|1988] [--strict] [--repetition simple|positional|situational]", run: runReplay, flags: replayFlags,
		example: "tianyuan replay game.sgf --strict"},
	{name: "gtp", args: "[--edition 2002|1988]", run: runGTP, flags: gtpFlags, example: "tianyuan gtp --edition 1988"},
	{name: "record", args: "check FILE... [--encoding NAME]", run: runRecord, flags: recordFlags, example: "tianyuan record check *.sgf --encoding GB18030"},
}
