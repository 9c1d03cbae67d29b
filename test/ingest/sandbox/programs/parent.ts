/** A server whose program is in an endless loop. Prints the program's process ID. */
import { patient, startInitialized } from '../support'

const program = await startInitialized()
void program.request('spin', {}, patient)
process.stdout.write(String(program.pid))
