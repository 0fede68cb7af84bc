/** Actions of a league's history that can be undone. */
export const UNDOABLE_LEAGUE_ACTIONS: readonly string[] = [
  ...['updated', 'seasonAdded', 'seasonRemoved', 'pictureSet', 'pictureRemoved'],
  ...['memberInvited', 'ownershipOffered', 'invitationRevoked', 'linkCreated'],
  ...['memberJoined', 'memberRoleChanged', 'memberRemoved'],
]

/** Actions of a season's history that can be undone. */
export const UNDOABLE_SEASON_ACTIONS: readonly string[] = [
  ...['updated', 'eventsAdded', 'eventUpdated', 'eventRemoved', 'weekendsLinked'],
  ...['sessionsAdded', 'sessionUpdated', 'sessionRemoved', 'merged', 'split'],
  ...['suggestionDismissed', 'adjusted', 'adjustmentRevoked', 'rosterUpdated'],
  ...['teamPictureSet', 'teamPictureRemoved', 'claimApproved', 'claimRefused'],
  ...['signUpAccepted', 'signUpRefused', 'signUpUpdated', 'stewardRulesUpdated'],
  'attendanceAnswered',
]
