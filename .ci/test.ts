/** `npm test`: verify, and whatever else can be tested on the machine at hand. */
import { runSteps } from './steps'
import { verifySteps } from './verify'

await runSteps(verifySteps())
