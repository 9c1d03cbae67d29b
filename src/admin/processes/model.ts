import {
  anyText,
  boolean,
  instant,
  integer,
  list,
  named,
  oneOf,
  shape,
  type Static,
} from '../../platform/http/shapes'

export const ProcessView = named('ServerProcess', {
  id: anyText({ description: 'New with each start' }),
  kind: oneOf(['serve', 'worker'], { description: 'A server, or a worker that runs jobs' }),
  host: anyText({ description: 'Name of the machine or container' }),
  pid: integer({ description: 'Process ID of the operating system' }),
  version: anyText(),
  startedAt: instant(),
  seenAt: instant({ description: 'When the process last said that it is running' }),
  isMissing: boolean({
    description:
      'The process has not been seen for a minute: it crashed or cannot reach the database',
  }),
  jobKinds: list(anyText(), {
    description: 'The kinds of tasks that a worker runs; empty if it runs all',
  }),
  watchesFolders: boolean({ description: 'The process watches the folders of the libraries' }),
  runningJobs: list(shape({ id: anyText(), kind: anyText() }), {
    description: 'The tasks that the process is running',
  }),
})
export type ProcessView = Static<typeof ProcessView>
