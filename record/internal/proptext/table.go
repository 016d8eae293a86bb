// Package proptext is the form in which a game tree keeps its properties: the text of SGF,
// identifier and values in brackets. It knows which properties there are and finds where each
// begins and ends; it takes no copy and keeps nothing.
//
// The same code finds a value's end while a file is read and later when the value is asked for,
// so a tree needs only the place of each node.
package proptext

// Kind is the type of a property's value (FF4 property index).
type Kind uint8

// The kinds of values.
const (
	Unknown    Kind = iota // not one of ours: kept as it stands
	None                   // no value: DO[]
	Number                 // whole number
	Real                   // decimal number
	Double                 // 1 or 2
	Colour                 // B or W
	Simple                 // SimpleText
	Text                   // Text
	Point                  // point, compressed lists allowed
	Move                   // point or pass
	PointPoint             // point:point
	PointText              // point:SimpleText
	Figure                 // nothing, or number:SimpleText
	App                    // SimpleText:SimpleText
	Size                   // number, or number:number
	Count                  // a number, or any text in older formats (CH, SI)
)

// Class says where a property belongs (FF4: root, game-info, setup, move, or anywhere).
type Class uint8

// The classes of properties.
const (
	Anywhere Class = iota
	Root
	Info
	Setup
	MoveProp // a move and what is said of it
)

// Def is what is known of a property.
type Def struct {
	ID    string
	Kind  Kind
	Class Class
	// List: several values may follow; Empty: an empty list is a value of its own.
	List, Empty bool
	// FF has bit n-1 set when file format n has the property.
	FF uint8
}

const (
	ff1234 = 0b1111
	ff123  = 0b0111
	ff12   = 0b0011
	ff34   = 0b1100
	ff3    = 0b0100
	ff4    = 0b1000
)

// Defs lists the properties of Go records in FF1 to FF4. Index 0 is the unknown property.
var Defs = [...]Def{
	{},
	{ID: "AB", Kind: Point, Class: Setup, List: true, FF: ff1234},
	{ID: "AE", Kind: Point, Class: Setup, List: true, FF: ff1234},
	{ID: "AN", Kind: Simple, Class: Info, FF: ff34},
	{ID: "AP", Kind: App, Class: Root, FF: ff4},
	{ID: "AR", Kind: PointPoint, List: true, FF: ff4},
	{ID: "AW", Kind: Point, Class: Setup, List: true, FF: ff1234},
	{ID: "B", Kind: Move, Class: MoveProp, FF: ff1234},
	{ID: "BL", Kind: Real, Class: MoveProp, FF: ff1234},
	{ID: "BM", Kind: Double, Class: MoveProp, FF: ff1234},
	{ID: "BR", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "BS", Kind: Number, Class: Info, FF: ff123},
	{ID: "BT", Kind: Simple, Class: Info, FF: ff34},
	{ID: "C", Kind: Text, FF: ff1234},
	{ID: "CA", Kind: Simple, Class: Root, FF: ff4},
	{ID: "CH", Kind: Count, FF: ff123},
	{ID: "CP", Kind: Simple, Class: Info, FF: ff34},
	{ID: "CR", Kind: Point, List: true, FF: ff34},
	{ID: "DD", Kind: Point, List: true, Empty: true, FF: ff4},
	{ID: "DM", Kind: Double, FF: ff34},
	{ID: "DO", Kind: None, Class: MoveProp, FF: ff34},
	{ID: "DT", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "EL", Kind: Number, FF: ff12},
	{ID: "EV", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "EX", Kind: Move, FF: ff12},
	{ID: "FF", Kind: Number, Class: Root, FF: ff1234},
	{ID: "FG", Kind: Figure, FF: ff1234},
	{ID: "GB", Kind: Double, FF: ff1234},
	{ID: "GC", Kind: Text, Class: Info, FF: ff1234},
	{ID: "GM", Kind: Number, Class: Root, FF: ff1234},
	{ID: "GN", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "GW", Kind: Double, FF: ff1234},
	{ID: "HA", Kind: Number, Class: Info, FF: ff1234},
	{ID: "HO", Kind: Double, FF: ff34},
	{ID: "ID", Kind: Simple, Class: Info, FF: ff3},
	{ID: "IT", Kind: None, Class: MoveProp, FF: ff34},
	{ID: "KI", Kind: Number, Class: Info, FF: ff1234},
	{ID: "KM", Kind: Real, Class: Info, FF: ff1234},
	{ID: "KO", Kind: None, Class: MoveProp, FF: ff34},
	{ID: "L", Kind: Point, List: true, FF: ff12},
	{ID: "LB", Kind: PointText, List: true, FF: ff34},
	{ID: "LN", Kind: PointPoint, List: true, FF: ff4},
	{ID: "LT", Kind: None, FF: ff3},
	{ID: "M", Kind: Point, List: true, FF: ff12},
	{ID: "MA", Kind: Point, List: true, FF: ff34},
	{ID: "MN", Kind: Number, Class: MoveProp, FF: ff34},
	{ID: "N", Kind: Simple, FF: ff1234},
	{ID: "OB", Kind: Number, Class: MoveProp, FF: ff34},
	{ID: "OM", Kind: Number, FF: ff3},
	{ID: "ON", Kind: Simple, Class: Info, FF: ff34},
	{ID: "OP", Kind: Real, FF: ff3},
	{ID: "OT", Kind: Simple, Class: Info, FF: ff4},
	{ID: "OV", Kind: Real, FF: ff3},
	{ID: "OW", Kind: Number, Class: MoveProp, FF: ff34},
	{ID: "PB", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "PC", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "PL", Kind: Colour, Class: Setup, FF: ff1234},
	{ID: "PM", Kind: Number, FF: ff4},
	{ID: "PW", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "RE", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "RG", Kind: Point, List: true, FF: ff123},
	{ID: "RO", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "RU", Kind: Simple, Class: Info, FF: ff34},
	{ID: "SC", Kind: Point, List: true, FF: ff123},
	{ID: "SE", Kind: Point, List: true, FF: ff3},
	{ID: "SI", Kind: Count, FF: ff3},
	{ID: "SL", Kind: Point, List: true, FF: ff1234},
	{ID: "SO", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "SQ", Kind: Point, List: true, FF: ff4},
	{ID: "ST", Kind: Number, Class: Root, FF: ff4},
	{ID: "SZ", Kind: Size, Class: Root, FF: ff1234},
	{ID: "TB", Kind: Point, List: true, Empty: true, FF: ff1234},
	{ID: "TC", Kind: Number, FF: ff3},
	{ID: "TE", Kind: Double, Class: MoveProp, FF: ff1234},
	{ID: "TM", Kind: Real, Class: Info, FF: ff1234},
	{ID: "TR", Kind: Point, List: true, FF: ff34},
	{ID: "TW", Kind: Point, List: true, Empty: true, FF: ff1234},
	{ID: "UC", Kind: Double, FF: ff34},
	{ID: "US", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "V", Kind: Real, FF: ff1234},
	{ID: "VW", Kind: Point, List: true, Empty: true, FF: ff1234},
	{ID: "W", Kind: Move, Class: MoveProp, FF: ff1234},
	{ID: "WL", Kind: Real, Class: MoveProp, FF: ff1234},
	{ID: "WR", Kind: Simple, Class: Info, FF: ff1234},
	{ID: "WS", Kind: Number, Class: Info, FF: ff123},
	{ID: "WT", Kind: Simple, Class: Info, FF: ff34},
}

// byKey finds a property by its one or two capitals.
var byKey = func() (table [27 * 27]uint8) {
	for i, d := range Defs[1:] {
		key := int(d.ID[0]-'A'+1) * 27
		if len(d.ID) == 2 {
			key += int(d.ID[1] - 'A' + 1)
		}
		table[key] = uint8(i + 1)
	}
	return table
}()

// Index returns the place of a property in Defs, 0 when it isn't known.
func Index(id string) int {
	if len(id) == 0 || len(id) > 2 {
		return 0
	}
	key := 0
	for i := range 2 {
		key *= 27
		if i < len(id) {
			if id[i] < 'A' || id[i] > 'Z' {
				return 0
			}
			key += int(id[i]-'A') + 1
		}
	}
	return int(byKey[key])
}
