/** `npm test`: verify, and whatever else can be tested on the machine at hand. */
import { e2eSteps } from './e2e'
import { runSteps } from './steps'
import { verifySteps } from './verify'

await runSteps([...verifySteps(), ...e2eSteps({ isBuilt: true })])
