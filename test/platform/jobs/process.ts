/**
 * A process that works on jobs until it is killed: `bun process.ts <database> <milliseconds a job>`.
 * Says under which name it holds them once it has begun.
 */
import { JobEngine } from '../../../src/platform/jobs/engine'
import { mark, openAt, silent } from './support'
import { defineJob, handleJob } from '../../../src/platform/jobs/job'

const [place = '', workMs = '0'] = process.argv.slice(2)
const store = openAt(place)
const engine = new JobEngine(store, silent, { slots: 4, leaseMs: 600, pollMs: 50, firstWaitMs: 20 })
const markJob = defineJob<{ number: number }>('mark')
engine.register([
  handleJob(markJob, async ({ payload: { number }, attempts }) => {
    await Bun.sleep(Number(workMs))
    if (number % 10 === 0 && attempts === 1) throw new Error('a first attempt that fails')
    return mark(String(number))
  }),
])
await engine.start()
process.stdout.write(engine.owner)
