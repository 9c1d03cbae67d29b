/** A process that locks a data folder until it is killed: as a server, or as the worker of one. */
import { acquireDataLock, acquireWorkerLock } from '../../../src/platform/db/folder/data-lock'

const [folder, role] = process.argv.slice(2)
if (role === 'worker') await acquireWorkerLock(folder!)
else acquireDataLock(folder!, 'serve')
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
