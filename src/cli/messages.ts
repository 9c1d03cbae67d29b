import { defineMessages } from '../platform/messages/message'

export const cliMessages = defineMessages('cli', {
  scanner_gone:
    'The server that should run this scan has stopped. The scan will start when the server is running again.',
  unknown_role: 'There is no role "{role}". Available roles: {roles}.',
  user_invalid: 'The user is not valid',
  no_password: 'No password was given',
  user_deactivated: 'User {name} is deactivated. Activate the account first.',
})

export const serverLogMessages = defineMessages('server.log', {
  ready: 'Quire {version} is ready at {url}',
  draining: 'stopping in {seconds} seconds, so that load balancers send no more requests',
  stopping: 'stopping, waiting for running requests and jobs',
  stopped: 'stopped',
  worker_started: 'started worker',
  worker_stopped: 'stopped worker',
  exiting: 'exiting immediately',
  cleanup_failed: 'failed to delete old records',
  jwt_secret_replaced: 'auth.jwt_secret has been replaced; everyone must sign in again',
  waiting_for_others:
    'other processes use the database with different settings; waiting {seconds} seconds for them to stop',
  schema_unchecked: 'failed to check database schema after reconnecting',
  key_unusable: "stored credentials can't be used: {problem}",
  setting: '{source}: {problem}',
  network_disk:
    'data folder {folder} is on a network file system ({fileSystem}); this can corrupt the database',
})
