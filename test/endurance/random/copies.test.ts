/**
 * Compares random changes of copies with a simple model. Whatever happens, the last present copy
 * has the user data of every person, exactly once.
 */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { closeDecoder } from '../../../src/media/decoding/decoder'
import { findWrongDerivedData } from '../../support/derived'
import { Dice, randomSeed } from '../../support/dice'
import { countRounds, sharePart } from '../../support/share'
import { startTrashServer } from '../../ingest/trash/trash-server'
import { Shelf } from '../../ingest/scanning/copies-model'
import type { ScanServer } from '../../ingest/scanning/scan-server'

setDefaultTimeout(240_000)

let server: ScanServer
beforeAll(async () => {
  server = await startTrashServer({ 'scan.missing_minimum': '1000' })
})
afterAll(async () => {
  closeDecoder()
  await server.close()
})

const modules = ['ingest/scanning', 'reading/progress']
const rounds = Number(process.env['ROUNDS'] ?? countRounds(3, modules))
const checksPerRound = 6

test(`E1: nobody's reading is lost or counted twice (seed ${randomSeed})`, async () => {
  for (let round = 0; round < rounds; round++) {
    const shelf = new Shelf(server, new Dice(randomSeed + sharePart * 1_000 + round))
    await shelf.open(100_000 + round * 100)
    try {
      for (let check = 0; check < checksPerRound; check++) await shelf.runAndCheck()
      expect(await findWrongDerivedData(server.ctx)).toEqual([])
    } catch (error) {
      console.error(`round ${round}:\n${shelf.log.join('\n')}`)
      throw error
    }
  }
})
