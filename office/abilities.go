package office

import (
	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/tournament"
)

// abilityOf is the one table of which ability a command needs.
func abilityOf(c tournament.Command) (account.Ability, error) {
	switch c.(type) {
	case tournament.CreateDivision:
		return account.EditDivisions, nil
	case tournament.DraftRegulations:
		return account.DraftRegulations, nil
	case tournament.ApproveRegulations, tournament.RejectRegulations:
		return account.ApproveRegulations, nil
	case tournament.AddEntries, tournament.ChangeEntry, tournament.RemoveEntry, tournament.NoteAbsence, tournament.CancelAbsence:
		return account.EditEntries, nil
	case tournament.Withdraw, tournament.Readmit:
		return account.Withdraw, nil
	case tournament.Draw:
		return account.Draw, nil
	case tournament.PrepareRound, tournament.ChangePairs, tournament.CheckRound, tournament.DiscardRound:
		return account.Pair, nil
	case tournament.PublishRound, tournament.UnpublishRound:
		return account.Publish, nil
	case tournament.StartRound:
		return account.StartRound, nil
	case tournament.EnterResult, tournament.TakeBackResult:
		return account.EnterResult, nil
	case tournament.CorrectResult:
		return account.CorrectResult, nil
	case tournament.CloseRound, tournament.DecideTie:
		return account.CloseRound, nil
	case tournament.PublishRanking, tournament.WithdrawRanking:
		return account.PublishRanking, nil
	}
	return "", fault.New(fault.Internal, "fault.internal", nil)
}
