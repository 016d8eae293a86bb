package diagram

import (
	_ "embed"
	"encoding/json"
	"strconv"

	"tianyuan/weiqi"
)

// geometryText is the one place of the board's measures; the pages' script reads the same file.
//
//go:embed geometry.json
var geometryText []byte

// geometry holds the measures in tenths of a unit, that is in tenths of a millimetre: the official
// cell of 2.3 × 2.4 cm is 230 × 240.
type geometry struct {
	CellWidth, CellHeight                    int
	Margin, MarginCoordinates, MarginThumb   int
	Line, Frame, Star                        int
	Stone, StoneLine, StoneLinePrint         int
	Coordinate                               int
	CoordinateStack                          int // from the middle of a number to those of its two characters, one above the other
	CoordinateEdge                           int // from the edge of the picture to the middle of a coordinate
	Last, LastLine, Number, NumberLong       int
	Ghost, GhostLine, Guide                  int
	Dead, DeadLine, Territory, TerritoryLine int
	Ko, KoLine, Mark, MarkLine, MarkGround   int
	Baseline                                 int // of a text below its middle, in percent of its size
}

var measures = readMeasures()

func readMeasures() geometry {
	var g geometry
	if err := json.Unmarshal(geometryText, &g); err != nil {
		panic(err)
	}
	return g
}

// unit writes tenths of a unit as units: 112 as 11.2.
func unit(tenths int) string {
	if tenths%10 == 0 {
		return strconv.Itoa(tenths / 10)
	}
	return strconv.Itoa(tenths/10) + "." + strconv.Itoa(tenths%10)
}

func (d *Diagram) margin() int {
	switch {
	case d.Thumb:
		return measures.MarginThumb
	case d.Coordinates != NoCoordinates:
		return measures.MarginCoordinates
	}
	return measures.Margin
}

// Size is the picture's width and height in tenths of a millimetre of an official board: 4680 by 4860
// with coordinates on 19 lines.
func (d *Diagram) Size() (width, height int) {
	m := 2 * d.margin()
	return m + (d.Board.Width()-1)*measures.CellWidth, m + (d.Board.Height()-1)*measures.CellHeight
}

// place is the middle of a point, in tenths of a unit.
func (d *Diagram) place(p weiqi.Point) (x, y int) {
	return d.margin() + p.X()*measures.CellWidth, d.margin() + p.Y()*measures.CellHeight
}
