/** `npm test`: runs verify and every other test that this machine supports. */
import { e2eStages } from './e2e'
import { runStages } from './steps'
import { verifyStages } from './verify'

await runStages([...verifyStages(), ...e2eStages({ isBuilt: true })])
