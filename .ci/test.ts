/** `npm test`: verify, and whatever else can be tested on the machine at hand. */
import { e2eStages } from './e2e'
import { runStages } from './steps'
import { verifyStages } from './verify'

await runStages([...verifyStages(), ...e2eStages({ isBuilt: true })])
