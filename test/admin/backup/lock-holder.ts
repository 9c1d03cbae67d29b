/** A process that locks a data folder until it is killed. */
import { acquireDataLock } from '../../../src/platform/db/folder/data-lock'

acquireDataLock(process.argv[2]!, 'serve')
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
