import { defineMessages } from '../platform/messages/message'

export const cliMessages = defineMessages('cli', {
  scanner_gone:
    'The server that was to run this scan has stopped. It will scan after it is started again.',
  unknown_role: 'There is no role "{role}". Roles are: {roles}.',
  user_invalid: 'The user is not valid',
  no_password: 'No password was given',
})

/** Log messages. */
export const serverLogMessages = defineMessages('server.log', {
  ready: 'Quire {version} is ready at {url}',
  stopping: 'stopping, waiting for running requests and jobs',
  stopped: 'stopped',
  worker_started: 'started worker',
  worker_stopped: 'stopped worker',
  exiting: 'exiting at once',
  cleanup_failed: 'failed to delete old records',
  setting: '{source}: {problem}',
  network_disk:
    '{folder} is on a {fileSystem} file system. On a network share the database can be corrupted',
})
