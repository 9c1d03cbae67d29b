/** A process that locks a data folder, as a server or its worker does, until it is killed. */
import { acquireDataLock, acquireWorkerLock } from '../../../src/platform/db/folder/data-lock'

const [folder, role] = process.argv.slice(2)
if (role === 'worker') await acquireWorkerLock(folder!)
else acquireDataLock(folder!, 'serve')
process.stdout.write('held\n')
setInterval(() => undefined, 1000)
