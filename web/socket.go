package web

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/coder/websocket"

	"tianyuan/fault"
	"tianyuan/game"
	"tianyuan/journal"
	"tianyuan/live"
	"tianyuan/office"
	"tianyuan/rules"
	"tianyuan/tournament"
	"tianyuan/weiqi"
)

// Bounds of a socket.
const (
	// socketRead bounds a message that comes in: the log of a game that was played without a network.
	socketRead = 512 << 10
	// socketPing is how often a silent line is looked after; what isn't answered in socketWrite is dead.
	socketPing  = 15 * time.Second
	socketWrite = 10 * time.Second
	// socketBurst and socketEach bound how many messages one line may send.
	socketBurst = 60
	socketEach  = 100 * time.Millisecond
	// mostEntries bounds the entries of one message, longestGame a moment.
	mostEntries = 4000
	longestGame = int64(60 * 24 * time.Hour / time.Millisecond)
)

// onClock wraps what the code on a table's card leads to: the clock of that table. Whoever has the
// code may keep it.
func (s *Server) onClock(handle func(*request) error) http.HandlerFunc {
	return s.plain(func(q *request) error {
		q.w.Header().Set("Tianyuan-Build", clockBuild())
		if err := q.enter(q.PathValue("t")); err != nil {
			return err
		}
		table, err := strconv.Atoi(q.PathValue("table"))
		if err != nil {
			return fault.New(fault.NotFound, "fault.office.clock", nil)
		}
		if err := s.Office.CheckClockCode(q.Context(), q.tournament.ID, table, q.PathValue("code")); err != nil {
			return err
		}
		return handle(q)
	})
}

// accept makes a socket of a request. Pages of other sites are turned away.
func (q *request) accept() (*websocket.Conn, error) {
	options := &websocket.AcceptOptions{}
	if origin, err := url.Parse(q.s.PublicURL); err == nil && origin.Host != "" {
		options.OriginPatterns = []string{origin.Host}
	}
	conn, err := websocket.Accept(q.w, q.Request, options)
	if err != nil {
		return nil, err
	}
	conn.SetReadLimit(socketRead)
	return conn, nil
}

// write sends one message as JSON.
func write(ctx context.Context, conn *websocket.Conn, message any) error {
	text, err := json.Marshal(message)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, socketWrite)
	defer cancel()
	return conn.Write(ctx, websocket.MessageText, text)
}

// read passes on what comes in until the line ends, in messages that wait for their turn.
func read(ctx context.Context, conn *websocket.Conn, in chan<- []byte) error {
	for {
		_, data, err := conn.Read(ctx)
		if err != nil {
			return err
		}
		select {
		case in <- data:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// clockLine is the line to the device at a table.
type clockLine struct {
	*request
	conn   *websocket.Conn
	table  int
	device string

	link   *live.Link
	news   *live.Follower
	game   string       // that the device keeps or sees now
	shown  []byte       // the last view that was sent
	state  string       // the last word on the seat
	told   string       // the last word on a table without a game
	greets bool         // the device has said hello and wants the clock
	waiter *live.Waiter // while another device has the clock; nil = not waiting
}

// said is a message of a table's device.
type said struct {
	T       string      `json:"t"`
	Game    string      `json:"game"`
	Now     int64       `json:"now"`
	Entries []saidEntry `json:"entries"`
}

// saidEntry is one entry of its log. Times are whole milliseconds.
type saidEntry struct {
	N       int64  `json:"n"`
	At      int64  `json:"at"`
	Do      string `json:"do"`
	Side    string `json:"side"`
	Point   string `json:"point"`
	Black   int64  `json:"black"`
	White   int64  `json:"white"`
	Outcome string `json:"outcome"`
	No      int    `json:"no"`
}

// answer is a message to a table's device.
type answer struct {
	T     string          `json:"t"`
	Of    string          `json:"of,omitempty"`
	Seq   int64           `json:"seq,omitempty"`
	N     int64           `json:"n"`
	Game  json.RawMessage `json:"game,omitempty"`
	Key   string          `json:"key,omitempty"`
	Text  string          `json:"text,omitempty"`
	Do    string          `json:"do,omitempty"`
	By    string          `json:"by,omitempty"`
	State string          `json:"state,omitempty"`
	Why   string          `json:"why,omitempty"`
	// Mark is by what the console calls the device.
	Mark string `json:"mark,omitempty"`
	// Build is the digest of what the device's page is made of (clockBuild).
	Build string `json:"build,omitempty"`
}

// errLine ends a line that the device is to open again.
var errLine = errors.New("the line ends")

// followed are the heads of a tournament and of its divisions, from which a line follows them.
func (q *request) followed(ctx context.Context) (after map[string]int64, divisions []string, err error) {
	rows, err := q.s.Office.Rows(ctx, office.KindDivision, q.tournament.ID)
	if err != nil {
		return nil, nil, err
	}
	after = map[string]int64{q.tournament.ID: q.tournament.Head()}
	for _, row := range rows {
		after[row.ID] = row.Head
		divisions = append(divisions, row.ID)
	}
	return after, divisions, nil
}

// stir gives a sign when there is news that counts, one for all that came since the last sign was
// taken. When nothing can be followed any more it cancels.
func stir(ctx context.Context, cancel context.CancelFunc, news *live.Follower, counts func([]live.News) bool) <-chan struct{} {
	signs := make(chan struct{}, 1)
	go func() {
		defer cancel()
		for {
			all, err := news.Next(ctx)
			if err != nil {
				return
			}
			if !counts(all) {
				continue
			}
			select {
			case signs <- struct{}{}:
			default:
			}
		}
	}()
	return signs
}

// clockSocket is the line to a table's device: GET /k/{t}/{table}/{code}/ws?device=ID.
func (q *request) clockSocket() error {
	device := q.URL.Query().Get("device")
	if err := office.CheckDevice(device); err != nil {
		return err
	}
	table, err := strconv.Atoi(q.PathValue("table"))
	if err != nil {
		return fault.New(fault.NotFound, "fault.office.clock", nil)
	}
	conn, err := q.accept()
	if err != nil {
		return nil // it has answered
	}
	defer conn.CloseNow()
	ctx, cancel := context.WithCancel(q.Context())
	defer cancel()
	k := &clockLine{request: q, conn: conn, table: table, device: device}
	defer k.end()
	if err := k.run(ctx, cancel); err != nil && ctx.Err() == nil && !errors.Is(err, errLine) {
		q.s.Log.Warn("the line to a clock ended", "table", table, "error", err)
	}
	return nil
}

func (k *clockLine) end() {
	k.leave()
	if k.link != nil {
		k.link.Leave()
	}
	if k.news != nil {
		k.news.Close()
	}
}

// run serves the line until it ends. One goroutine reads, one waits for news; what is said and sent
// is done here, one thing after another.
func (k *clockLine) run(ctx context.Context, cancel context.CancelFunc) error {
	if err := k.follow(ctx); err != nil {
		return err
	}
	in := make(chan []byte, 4)
	go func() {
		defer cancel()
		// The line's own end is all there is to know.
		_ = read(ctx, k.conn, in)
	}()
	stirred := stir(ctx, cancel, k.news, func(news []live.News) bool {
		return slices.ContainsFunc(news, func(n live.News) bool { return k.stirs(ctx, n) })
	})
	ping := time.NewTicker(socketPing)
	defer ping.Stop()
	name := k.tournament.ID + "." + strconv.Itoa(k.table) + "." + k.device
	for {
		var err error
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-k.s.closing:
			return k.conn.Close(websocket.StatusGoingAway, "")
		case data := <-in:
			if ok, _ := k.s.lines.Allow(name, k.s.Now()); !ok {
				return k.conn.Close(websocket.StatusPolicyViolation, "")
			}
			err = k.hear(ctx, data)
			if k.waiter != nil {
				k.waiter.Heard()
			}
		case <-stirred:
			err = k.show(ctx)
		case w := <-k.wishes():
			err = write(ctx, k.conn, answer{T: "wish", Do: w.Do, By: w.By})
		case <-ping.C:
			go k.probe(ctx, cancel)
			err = k.show(ctx) // what changed without anybody telling it
		}
		if err != nil {
			return err
		}
	}
}

// unseen are the facts of a round that no table's clock shows; there are hundreds of them.
var unseen = map[string]bool{}

func init() {
	for _, e := range []tournament.Event{
		tournament.ResultEntered{}, tournament.ResultCorrected{}, tournament.ResultTakenBack{}, tournament.ResultDisputed{}, tournament.ResultClaimed{},
		tournament.WarningsNoted{}, tournament.CheckedIn{}, tournament.SeatsSeen{},
	} {
		unseen[e.EventType()] = true
	}
}

// stirs tells whether news can change what the clock shows. When a round begins hundreds of devices sit
// down and begin their games; each line looks at its own table alone.
func (k *clockLine) stirs(ctx context.Context, n live.News) bool {
	if division := office.DivisionOf(n.Stream); division != "" && len(n.Events) > 0 && n.Events[0].Seq == 1 {
		table, err := k.s.Office.TableOf(ctx, n.Stream)
		return err != nil || table == k.table
	}
	return n.Contact || slices.ContainsFunc(n.Events, func(e journal.Event) bool { return !unseen[e.Type] && k.concerns(e) })
}

// concerns tells that a fact is no other table's seat.
func (k *clockLine) concerns(e journal.Event) bool {
	var seat struct {
		Table int `json:"table"`
	}
	switch e.Type {
	case tournament.ClockSeated{}.EventType(), tournament.ClockReleased{}.EventType():
		return json.Unmarshal(e.Body, &seat) != nil || seat.Table == k.table
	}
	return true
}

// probe finds out whether the line lives, and ends it if not. The answer comes behind what the device has
// said before, so the line goes on listening meanwhile.
func (k *clockLine) probe(ctx context.Context, cancel context.CancelFunc) {
	alive, done := context.WithTimeout(ctx, socketWrite)
	defer done()
	if err := k.conn.Ping(alive); err != nil {
		cancel()
	}
}

func (k *clockLine) wishes() <-chan live.Wish {
	if k.link == nil {
		return nil
	}
	return k.link.Wishes()
}

// follow listens to the tournament, its divisions and the beginnings of their games from now on.
func (k *clockLine) follow(ctx context.Context) error {
	after, divisions, err := k.followed(ctx)
	if err != nil {
		return err
	}
	k.news = k.s.Live.Follow(after)
	for _, id := range divisions {
		k.news.AddBegun(id)
	}
	return nil
}

// hear takes in one message.
func (k *clockLine) hear(ctx context.Context, data []byte) error {
	var m said
	if err := json.Unmarshal(data, &m); err != nil {
		return k.conn.Close(websocket.StatusInvalidFramePayloadData, "")
	}
	switch m.T {
	case "hello":
		k.greets, k.shown, k.state, k.told = true, nil, "", ""
		return k.show(ctx)
	case "here": // a sign of life of a device without the clock
		return write(ctx, k.conn, answer{T: "here"})
	case "log", "beat":
		return k.take(ctx, m)
	}
	return nil
}

// take hands on what the device has recorded, and answers.
func (k *clockLine) take(ctx context.Context, m said) error {
	n := int64(0)
	if len(m.Entries) > 0 {
		n = m.Entries[0].N
	}
	refuse := func(err error) error {
		var entry *office.Refused
		if errors.As(err, &entry) {
			n = entry.N
		}
		if ctx.Err() != nil { // the line has ended: nobody waits for an answer
			return ctx.Err()
		}
		switch fault.CodeOf(err) {
		case fault.Internal, fault.Busy, fault.Newer:
			k.s.Log.Error("a log wasn't taken", "game", m.Game, "error", err)
			return errors.Join(errLine, k.conn.Close(websocket.StatusTryAgainLater, ""))
		}
		return write(ctx, k.conn, answer{T: "refused", Of: m.Game, N: n, Key: fault.KeyOf(err), Text: k.p.Fault(err)})
	}
	link, err := k.linkTo(ctx, m.Game)
	if err != nil {
		return refuse(err)
	}
	if link != k.link {
		defer link.Leave()
	}
	batch, err := k.batch(ctx, m)
	if err != nil {
		return refuse(err)
	}
	last, wait, err := link.Take(ctx, batch)
	if err != nil {
		return refuse(err)
	}
	if wait || len(m.Entries) == 0 && m.T == "log" {
		return nil
	}
	return write(ctx, k.conn, answer{T: "ack", Of: m.Game, N: last})
}

// linkTo finds the link to the game that a message is about: the one at hand, or one that was played
// at this table before and whose log isn't handed in yet.
func (k *clockLine) linkTo(ctx context.Context, id string) (*live.Link, error) {
	other := fault.New(fault.Conflict, "fault.live.otherDevice", nil)
	mine, _, err := k.s.Office.HasClock(ctx, k.tournament.ID, k.table, k.device)
	if err != nil {
		return nil, err
	}
	if !mine {
		return nil, other
	}
	if k.link != nil && id == k.game {
		return k.link, nil
	}
	d, err := k.s.Office.Division(ctx, office.DivisionOf(id))
	if err != nil {
		return nil, err
	}
	here := false
	err = k.s.Office.Game(ctx, id, func(_ *game.Game, place office.GamePlace) error {
		here = d.Tournament == k.tournament.ID && place.Table == k.table
		return nil
	})
	if err != nil {
		return nil, err
	}
	if !here {
		return nil, other
	}
	link, _, err := k.s.Live.Sit(ctx, id, k.device)
	return link, err
}

// batch reads the entries of a message.
func (k *clockLine) batch(ctx context.Context, m said) (live.Batch, error) {
	bad := func(value string) error {
		return fault.New(fault.Invalid, "fault.office.entry", fault.Args{"value": value})
	}
	if len(m.Entries) > mostEntries {
		return live.Batch{}, bad(strconv.Itoa(len(m.Entries)))
	}
	if m.Now < 0 || m.Now > longestGame {
		return live.Batch{}, bad(strconv.FormatInt(m.Now, 10))
	}
	if len(m.Entries) == 0 {
		return live.Batch{Now: instant(m.Now)}, nil
	}
	var state *game.Game
	err := k.s.Office.Game(ctx, m.Game, func(g *game.Game, _ office.GamePlace) error { state = g; return nil })
	if err != nil {
		return live.Batch{}, err
	}
	b := live.Batch{Now: instant(m.Now)}
	for i, e := range m.Entries {
		if e.At < 0 || e.At > longestGame || e.N < 1 || i > 0 && e.N != m.Entries[i-1].N+1 {
			return live.Batch{}, &office.Refused{N: e.N, Err: bad(strconv.FormatInt(e.N, 10) + " @ " + strconv.FormatInt(e.At, 10))}
		}
		command, err := e.command(state)
		if err != nil {
			return live.Batch{}, &office.Refused{N: e.N, Err: err}
		}
		b.Entries = append(b.Entries, office.Press{N: e.N, At: instant(e.At), Command: command})
	}
	return b, nil
}

func instant(ms int64) game.Instant { return game.Instant(time.Duration(ms) * time.Millisecond) }

// command is what an entry asks of the game. Fault: invalid "fault.office.entry".
func (e saidEntry) command(g *game.Game) (game.Command, error) {
	bad := fault.New(fault.Invalid, "fault.office.entry", fault.Args{"value": e.Do})
	side := map[string]rules.Side{"B": rules.Black, "W": rules.White, "": rules.NoSide}[e.Side]
	if e.Do != "colours" && e.Do != "start" && e.Do != "pause" && e.Do != "resume" && e.Do != "call" && side == rules.NoSide {
		return nil, bad
	}
	switch e.Do {
	case "colours":
		for _, x := range []game.Person{game.First, game.Second} {
			if g.Players[x].ID == strconv.Itoa(e.No) {
				return game.TellColours{Black: x}, nil
			}
		}
		return nil, bad
	case "start":
		return game.Start{}, nil
	case "press":
		return game.Press{Side: side}, nil
	case "placed":
		return game.PutDown{Side: side}, nil
	case "pause":
		return game.Pause{}, nil
	case "resume":
		return game.Resume{}, nil
	case "call":
		return game.CallReferee{Side: side}, nil
	case "move":
		p, err := weiqi.ParseGTP(e.Point, g.Terms.Size, g.Terms.Size)
		if err != nil {
			return nil, err
		}
		return game.Move{Side: side, Point: p}, nil
	case "pass":
		return game.Pass{Side: side}, nil
	case "proposeEnd":
		return game.ProposeEnd{Side: side}, nil
	case "agreeEnd":
		return game.AgreeEnd{Side: side}, nil
	case "resign":
		return game.Resign{Side: side}, nil
	case "readings":
		if min(e.Black, e.White) < 0 || max(e.Black, e.White) > longestGame {
			return nil, bad
		}
		return game.ConfirmReadings{Side: side, Black: instant(e.Black), White: instant(e.White)}, nil
	case "confirm":
		o, err := rules.ParseOutcome(e.Outcome, "")
		if err != nil {
			return nil, err
		}
		return game.Confirm{Side: side, Outcome: o}, nil
	}
	return nil, bad
}

// show brings the device up to date: whether it keeps the clock, which game is played at the table,
// and how it stands.
func (k *clockLine) show(ctx context.Context) error {
	mine, err := k.sit(ctx)
	if err != nil {
		return err
	}
	at, found, err := k.s.Office.TableNow(ctx, k.tournament.ID, k.table)
	id := ""
	switch {
	case err != nil || !found:
	case mine:
		id, err = k.s.Office.SitDown(ctx, at)
	default:
		id, found, err = k.s.Office.GameAt(ctx, at)
	}
	if fault.KeyOf(err) == "fault.office.resultStands" {
		return k.noGame(ctx, "stands", k.p.Fault(err))
	}
	if err == nil && !found {
		return k.noGame(ctx, "noGame", k.p.T("live.noGame"))
	}
	if err != nil {
		return err
	}
	if err := k.turnTo(ctx, id, mine); err != nil {
		return err
	}
	return k.showGame(ctx, id)
}

// sit takes the table's clock when it is free and the device has asked for it, and tells it whether
// it has it. A device that lost it asks anew.
func (k *clockLine) sit(ctx context.Context) (mine bool, err error) {
	mine, taken, err := k.s.Office.HasClock(ctx, k.tournament.ID, k.table, k.device)
	if err != nil {
		return false, err
	}
	if !taken && k.greets && k.state != "yours" {
		err := k.s.Office.SeatClock(ctx, k.tournament.ID, k.table, k.device)
		if err != nil && fault.KeyOf(err) != "fault.tournament.clockTaken" {
			return false, err
		}
		mine, taken = err == nil, true
	}
	state := "none"
	switch {
	case mine:
		state = "yours"
	case taken:
		state = "taken"
	}
	if state == k.state {
		return mine, nil
	}
	k.greets = k.greets && k.state != "yours"
	k.state = state
	k.leave()
	if state == "taken" {
		k.waiter = k.s.Live.Wait(k.tournament.ID, k.table, k.device)
	}
	return mine, write(ctx, k.conn, answer{T: "seat", State: state, Mark: shortMark(office.DeviceMark(k.device)), Build: clockBuild()})
}

// leave ends waiting for the clock.
func (k *clockLine) leave() {
	if k.waiter != nil {
		k.waiter.Leave()
		k.waiter = nil
	}
}

// turnTo links the device to the game that it keeps now.
func (k *clockLine) turnTo(ctx context.Context, id string, mine bool) error {
	if id == k.game && mine == (k.link != nil) {
		return nil
	}
	if k.link != nil {
		k.link.Leave()
		k.link = nil
	}
	if id != k.game {
		k.shown = nil
		k.news.Add(id, 0)
	}
	k.game = id
	if !mine {
		return nil
	}
	var err error
	k.link, _, err = k.s.Live.Sit(ctx, id, k.device)
	return err
}

// noGame says that the table has no game now, and why.
func (k *clockLine) noGame(ctx context.Context, why, text string) error {
	if err := k.turnTo(ctx, "", false); err != nil {
		return err
	}
	if k.told == why {
		return nil
	}
	k.told = why
	return write(ctx, k.conn, answer{T: "wait", Why: why, Text: text})
}

// showGame sends the game as it stands, when that isn't what the device has already.
func (k *clockLine) showGame(ctx context.Context, id string) error {
	d, err := k.s.Office.Division(ctx, office.DivisionOf(id))
	if err != nil {
		return err
	}
	var view []byte
	var seq int64
	err = k.s.Office.Game(ctx, id, func(g *game.Game, place office.GamePlace) error {
		seq = g.Head()
		var err error
		view, err = json.Marshal(viewGame(k.p, id, g, place, d, k.tournament.Info))
		return err
	})
	if err != nil {
		return err
	}
	last, err := k.s.Office.LastEntry(ctx, id, k.device)
	if err != nil || bytes.Equal(view, k.shown) {
		return err
	}
	k.shown, k.told = view, ""
	return write(ctx, k.conn, answer{T: "game", Seq: seq, N: last, Game: view})
}
