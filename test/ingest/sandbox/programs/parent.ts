/** A server whose program spins. Prints the process id of the program. */
import { patient, startInitialized } from '../support'

const program = await startInitialized()
void program.request('spin', {}, patient)
process.stdout.write(String(program.pid))
