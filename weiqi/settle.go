package weiqi

// lost is how much of the random games, in per mille, the opponent must end with a chain's points
// for the chain to be taken for dead when a game is over. It is less than Suggest asks for: nobody
// will move any more, so that a chain is either the one or the other. Against the opinion of GNU Go
// on games that it played with itself, chains that are dead lie above 620, living ones below 520.
const lost = 600

// settleRounds bounds how often Settle looks at what is left.
const settleRounds = 8

// Settlement is a suggestion for a game that is over.
type Settlement struct {
	// Dead are the stones of the chains taken for dead, chain by chain.
	Dead []Point
	// Doubtful are the chains among them, and among those left, that random games aren't sure of.
	Doubtful []Opinion
	// Left is the opinion on the board without the dead.
	Left *Suggestion
}

// Settle suggests which chains are dead when a game is over. Chains taken for dead are lifted and
// the rest is looked at again, because the fewer dead stones stand, the better random games tell
// life from death. It only suggests (G8, art. 8 of both editions), costs up to nine times what
// Suggest does, and gives the same for the same position, number and seed on every machine.
func Settle(b *Board, games int, random *Random) *Settlement {
	left := b.Clone()
	s := &Settlement{}
	for round := 0; ; round++ {
		s.Left = Suggest(left, games, random)
		stones := s.lift(round)
		if len(stones) == 0 {
			break
		}
		left.SetUp(stones...)
	}
	for _, chain := range s.Left.Chains {
		if chain.Status == Unsettled {
			s.Doubtful = append(s.Doubtful, chain)
		}
	}
	return s
}

// lift notes the chains that the last look takes for dead and returns their points to be emptied.
func (s *Settlement) lift(round int) (stones []Stone) {
	if round == settleRounds {
		return nil
	}
	for _, chain := range s.Left.Chains {
		if s.Left.held(chain) > 1000-lost {
			continue
		}
		if chain.Status != Dead {
			s.Doubtful = append(s.Doubtful, chain)
		}
		for _, p := range chain.Stones {
			s.Dead = append(s.Dead, p)
			stones = append(stones, Stone{p, Empty})
		}
	}
	return stones
}

// held is how much of the games, in per mille, a chain's side ended with its points.
func (s *Suggestion) held(chain Opinion) int {
	sum := 0
	for _, p := range chain.Stones {
		sum += s.Ownership(p)
	}
	sum /= len(chain.Stones)
	if chain.Colour == White {
		sum = -sum
	}
	return (1000 + sum) / 2
}
