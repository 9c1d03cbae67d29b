/** A process that takes the lock of a data folder and keeps it until it is killed. */
import { takeDataLock } from '../../../src/platform/db/data-lock'

takeDataLock(process.argv[2]!, 'serve')
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
