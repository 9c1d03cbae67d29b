/**
 * A process that runs jobs until it is killed: `bun process.ts <database> <milliseconds per job>`.
 * Prints its owner ID after it has started.
 */
import { JobEngine } from '../../../src/platform/jobs/job-engine'
import { insertMark, openDatabase, silentLog } from './support'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'

const [databaseLocation = '', workMs = '0'] = process.argv.slice(2)
const store = openDatabase(databaseLocation)
const engine = new JobEngine(store, silentLog, {
  slots: 4,
  leaseMs: 600,
  pollMs: 50,
  firstWaitMs: 20,
})
const markJob = defineJob<{ number: number }>('mark')
engine.register([
  handleJob(markJob, async ({ payload: { number }, attempts }) => {
    await Bun.sleep(Number(workMs))
    if (number % 10 === 0 && attempts === 1) throw new Error('a first attempt that fails')
    return insertMark(String(number))
  }),
])
await engine.start()
process.stdout.write(engine.owner)
