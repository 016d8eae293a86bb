package record

import "tianyuan/fault"

// Code names what was found. docs/records.md lists the codes with an example of each.
type Code string

// Done says what was done about it.
type Done string

// What can be done about a finding. Nothing changes the bytes as read.
const (
	Kept    Done = "kept"    // stays in the tree as it stands
	Ignored Done = "ignored" // stays in the text and doesn't count
	Skipped Done = "skipped" // belongs to no game
	Added   Done = "added"   // a missing sign was taken as written
	Read    Done = "read"    // understood as the argument "as" says
	Merged  Done = "merged"  // joined with what stands beside it
	Split   Done = "split"   // taken as several steps, one after the other
	Dropped Done = "dropped" // nothing was there to keep
)

// Level tells faults, where the record is broken or may have lost something, from doubts.
type Level string

// The levels of a finding.
const (
	Fault Level = "fault"
	Doubt Level = "doubt"
)

// The codes.
const (
	EncodingClaim   Code = "encodingClaim"   // CA names another encoding than the text is in
	EncodingDoubt   Code = "encodingDoubt"   // CA fits, another encoding reads better
	EncodingUnknown Code = "encodingUnknown" // CA names no encoding
	EncodingGuessed Code = "encodingGuessed" // told from the text, CA is missing
	EncodingBytes   Code = "encodingBytes"   // bytes that the encoding hasn't
	EncodingDamaged Code = "encodingDamaged" // U+FFFD: an earlier program lost characters
	EncodingMixed   Code = "encodingMixed"   // another encoding than the games before
	EscapedByte     Code = "escapedByte"     // the second byte of a character was escaped

	TextOutside      Code = "textOutside"
	MovesOutside     Code = "movesOutside"
	EndTooEarly      Code = "endTooEarly"      // nodes follow the ")" of the game
	ParenMissing     Code = "parenMissing"     // ")" missing at the end
	GameInside       Code = "gameInside"       // a game begins before the last is closed
	CutInValue       Code = "cutInValue"       // the file ends inside a value
	DoubleParen      Code = "doubleParen"      // "(" that begins no variation
	EmptyVariation   Code = "emptyVariation"   // "()"
	SemicolonMissing Code = "semicolonMissing" // "(" without ";"
	ParenAssumed     Code = "parenAssumed"     // a node after a variation, without "("
	Junk             Code = "junk"             // characters that belong to nothing
	Nul              Code = "nul"              // zero bytes

	LowerCase       Code = "lowerCase"       // lower-case letters in an identifier of FF4
	LongIdentifier  Code = "longIdentifier"  // more than two capitals
	HugeIdentifier  Code = "hugeIdentifier"  // more than 100 characters
	NoIdentifier    Code = "noIdentifier"    // values without an identifier
	NoValues        Code = "noValues"        // an identifier without values
	UnknownProperty Code = "unknownProperty" //
	OtherFormat     Code = "otherFormat"     // a property that this file format hasn't
	NewerFeature    Code = "newerFeature"    // a way of writing that this file format hasn't

	ManyValues   Code = "manyValues"   // a second value where there may be one
	ValueBad     Code = "valueBad"     // a value that can't be read
	ValueLoose   Code = "valueLoose"   // a value that isn't quite right
	ValueEmpty   Code = "valueEmpty"   // an empty value where there may be none
	NotComposed  Code = "notComposed"  // the ":" is missing
	MoveUnclosed Code = "moveUnclosed" // the "]" of a move is missing
	LooseBracket Code = "looseBracket" // "]" in a text without "\"
	Twice        Code = "twice"        // the same property twice in a node
	PointTwice   Code = "pointTwice"   // a point twice in lists that exclude each other
	PointOff     Code = "pointOff"     // off the board
	PassOld      Code = "passOld"      // a pass written as in FF4 in an older file

	RootMisplaced    Code = "rootMisplaced" // a root property behind the root
	InfoMisplaced    Code = "infoMisplaced" // game info twice on one line
	EmptyNode        Code = "emptyNode"
	EmptyNodes       Code = "emptyNodes" // more of them than are kept
	MoveInRoot       Code = "moveInRoot"
	SetupAndMove     Code = "setupAndMove"
	TwoMoves         Code = "twoMoves"
	Contradiction    Code = "contradiction"    // GB with GW and the like
	AnnotationPair   Code = "annotationPair"   // TE with BM
	AnnotationNoMove Code = "annotationNoMove" // TE without a move
	ViewValues       Code = "viewValues"       // VW[][aa]
	SizeSquare       Code = "sizeSquare"       // SZ[19:19]
	SizeBig          Code = "sizeBig"          // beyond 52
	SizeBad          Code = "sizeBad"
	NotGo            Code = "notGo"
	FormatUnknown    Code = "formatUnknown" // FF[5]
	FormatsMixed     Code = "formatsMixed"
	GamesMixed       Code = "gamesMixed"

	OldKomi        Code = "oldKomi" // KI
	KomiRead       Code = "komiRead"
	KomiUnclear    Code = "komiUnclear"
	HandicapStones Code = "handicapStones"
	ResultRead     Code = "resultRead"
	ResultUnclear  Code = "resultUnclear"
	DateRead       Code = "dateRead"
	DateUnclear    Code = "dateUnclear"
	TimeUnclear    Code = "timeUnclear"

	// Found by CheckBoard.
	MoveOccupied    Code = "moveOccupied"
	SameColour      Code = "sameColour"      // two moves of one side running
	SetupNoEffect   Code = "setupNoEffect"   // set-up that changes nothing
	SetupInGame     Code = "setupInGame"     // set-up behind a move of the main line
	VariationLevel  Code = "variationLevel"  // a variation takes back the move before it
	VariationNoMove Code = "variationNoMove" // a variation of a move begins without one
	BoardUnchecked  Code = "boardUnchecked"  // the bounds of CheckBoard

	More Code = "more" // further findings of a code
)

// MaxFindings is how many findings of one code are listed for a game; the rest is counted.
const MaxFindings = 20

type verdict struct {
	level Level
	done  Done
}

var verdicts = map[Code]verdict{
	EncodingClaim: {Doubt, Read}, EncodingDoubt: {Doubt, Read}, EncodingUnknown: {Doubt, Read}, EncodingGuessed: {Doubt, Read},
	EncodingBytes: {Fault, Kept}, EncodingDamaged: {Doubt, Kept}, EncodingMixed: {Doubt, Read}, EscapedByte: {Doubt, Kept},
	TextOutside: {Doubt, Skipped}, MovesOutside: {Fault, Skipped}, EndTooEarly: {Fault, Ignored}, ParenMissing: {Fault, Added},
	GameInside: {Fault, Added}, CutInValue: {Fault, Kept}, DoubleParen: {Fault, Ignored}, EmptyVariation: {Doubt, Dropped},
	SemicolonMissing: {Fault, Added}, ParenAssumed: {Fault, Added}, Junk: {Fault, Ignored}, Nul: {Fault, Kept},
	LowerCase: {Doubt, Read}, LongIdentifier: {Doubt, Kept}, HugeIdentifier: {Fault, Kept}, NoIdentifier: {Fault, Ignored},
	NoValues: {Fault, Ignored}, UnknownProperty: {Doubt, Kept}, OtherFormat: {Doubt, Kept}, NewerFeature: {Doubt, Kept},
	ManyValues: {Fault, Ignored}, ValueBad: {Fault, Ignored}, ValueLoose: {Doubt, Read}, ValueEmpty: {Doubt, Ignored},
	NotComposed: {Fault, Ignored}, MoveUnclosed: {Fault, Added}, LooseBracket: {Doubt, Kept}, Twice: {Fault, Merged},
	PointTwice: {Doubt, Merged}, PointOff: {Fault, Ignored}, PassOld: {Doubt, Kept},
	RootMisplaced: {Doubt, Ignored}, InfoMisplaced: {Doubt, Kept}, EmptyNode: {Doubt, Kept}, EmptyNodes: {Doubt, Dropped}, MoveInRoot: {Doubt, Kept}, SetupAndMove: {Doubt, Split},
	TwoMoves: {Fault, Split}, Contradiction: {Doubt, Kept}, AnnotationPair: {Doubt, Read}, AnnotationNoMove: {Doubt, Kept},
	ViewValues: {Fault, Ignored}, SizeSquare: {Doubt, Read}, SizeBig: {Fault, Read}, SizeBad: {Fault, Read},
	NotGo: {Fault, Kept}, FormatUnknown: {Doubt, Kept}, FormatsMixed: {Doubt, Kept}, GamesMixed: {Doubt, Kept},
	OldKomi: {Doubt, Kept}, KomiRead: {Doubt, Read}, KomiUnclear: {Doubt, Kept}, HandicapStones: {Doubt, Kept},
	ResultRead: {Doubt, Read}, ResultUnclear: {Doubt, Kept}, DateRead: {Doubt, Read}, DateUnclear: {Doubt, Kept}, TimeUnclear: {Doubt, Kept},
	MoveOccupied: {Doubt, Kept}, SameColour: {Doubt, Kept}, SetupNoEffect: {Doubt, Kept}, SetupInGame: {Doubt, Kept},
	VariationLevel: {Doubt, Kept}, VariationNoMove: {Doubt, Kept}, BoardUnchecked: {Doubt, Ignored},
	More: {Doubt, Kept},
}

// Codes lists all codes, in no order.
func Codes() []Code {
	codes := make([]Code, 0, len(verdicts))
	for code := range verdicts {
		codes = append(codes, code)
	}
	return codes
}

// Diagnosis is one finding in a file: where, what, and what was done.
type Diagnosis struct {
	// Offset is the place in the file in bytes, from 0.
	Offset int64
	Code   Code
	Args   fault.Args
	Done   Done
}

// Diagnose makes a finding with what is usually done about its code.
func Diagnose(offset int64, code Code, args fault.Args) Diagnosis {
	return Diagnosis{offset, code, args, verdicts[code].done}
}

// Level returns the level of the finding.
func (d Diagnosis) Level() Level { return verdicts[d.Code].level }

// Words returns the message that says what was found.
func (d Diagnosis) Words() (key string, args fault.Args) {
	return "record." + string(d.Code), d.Args
}

// DoneWords returns the message that says what was done.
func (d Diagnosis) DoneWords() (key string, args fault.Args) {
	return "record.done." + string(d.Done), d.Args
}
