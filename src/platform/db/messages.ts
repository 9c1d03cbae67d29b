import { defineMessages } from '../messages/message'

export const databaseLogMessages = defineMessages('database.log', {
  migrating: 'migrating database',
  waiting_for_older:
    'waiting up to {seconds} seconds for {count, plural, one {# older process} other {# older processes}} to stop before migrating database',
  backing_up: 'backing up database before migration',
  new_folder:
    'data folder {folder} has not been used with this database before; uploaded covers may be missing',
  frozen_session_ended: 'ended database session of unresponsive process',
  replica_used: 'started to read lists from replica',
  replica_away: "replica can't be used, reading lists from primary",
  replica_behind: 'replica has been behind for a minute, reading lists from primary',
  replica_slow: 'replica takes too long, reading lists from primary',
  replica_no_standby: 'replica is not a standby, reading lists from primary',
  replica_foreign: 'replica follows a different primary, reading lists from primary',
  end_frozen_failed: 'failed to end session of unresponsive process',
})
