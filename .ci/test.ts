/** `npm test`: the gate, which every commit must pass. */
import { e2eStages } from './e2e'
import { runStages } from './steps'
import { verifyStages } from './verify'

await runStages([...verifyStages(), ...e2eStages({ isBuilt: true, ring: 'gate' })])
