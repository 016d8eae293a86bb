package office

import (
	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/tournament"
)

// abilityOf is the one table of which ability a command needs.
func abilityOf(c tournament.Command) (account.Ability, error) {
	switch c.(type) {
	case tournament.CreateDivision, tournament.HideDivision, tournament.RestoreDivision:
		return account.EditDivisions, nil
	case tournament.DraftRegulations:
		return account.DraftRegulations, nil
	case tournament.ApproveRegulations, tournament.RejectRegulations:
		return account.ApproveRegulations, nil
	case tournament.AddEntries, tournament.ChangeEntry, tournament.ReviseEntries, tournament.RemoveEntry, tournament.NoteAbsence, tournament.CancelAbsence:
		return account.EditEntries, nil
	case tournament.ErasePerson:
		return account.ErasePerson, nil
	case tournament.Withdraw, tournament.Readmit:
		return account.Withdraw, nil
	case tournament.Draw:
		return account.Draw, nil
	case tournament.PrepareRound, tournament.ChangePairs, tournament.CheckRound, tournament.DiscardRound, tournament.LeaveOut, tournament.SetSeating:
		return account.Pair, nil
	case tournament.PublishRound, tournament.PlanStart, tournament.UnpublishRound:
		return account.Publish, nil
	case tournament.StartRound:
		return account.StartRound, nil
	case tournament.EnterResult, tournament.EnterResults, tournament.EnterColours, tournament.DisputeResult, tournament.NoteWarnings, tournament.TakeBackResult, tournament.MarkSeats, tournament.TakeClaims:
		return account.EnterResult, nil
	case tournament.CheckIn:
		return account.CheckIn, nil
	case tournament.Substitute, tournament.PairWaiting, tournament.SwapPlayers, tournament.MoveTable:
		return account.AmendRound, nil
	case tournament.ReopenRound:
		return account.ReopenRound, nil
	case tournament.CorrectResult:
		return account.CorrectResult, nil
	case tournament.CloseRound, tournament.DecideTie:
		return account.CloseRound, nil
	case tournament.PublishRanking, tournament.WithdrawRanking:
		return account.PublishRanking, nil
	}
	return "", fault.New(fault.Internal, "fault.internal", nil)
}

// hallAbility is abilityOf for the commands on a tournament.
func hallAbility(c tournament.HallCommand) (account.Ability, error) {
	switch c.(type) {
	case tournament.SetInfo:
		return account.EditTournament, nil
	case tournament.PostNotice, tournament.RemoveNotice:
		return account.PostNotice, nil
	case tournament.AssignReferee:
		return account.AssignReferees, nil
	case tournament.ReleaseReferee, tournament.CommentReferee, tournament.MarkDuty, tournament.Announce:
		return account.LeadReferees, nil
	case tournament.LogIncident, tournament.LodgeAppeal:
		return account.LogIncident, nil
	case tournament.SeatClock, tournament.ReleaseClock:
		return account.KeepGames, nil
	case tournament.RenewClockCodes:
		return account.AssignReferees, nil
	case tournament.DecideAppeal:
		return account.DecideAppeal, nil
	}
	return "", fault.New(fault.Internal, "fault.internal", nil)
}
