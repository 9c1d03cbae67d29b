import { expect, test } from 'bun:test'
import { parseName } from '../../../src/media/filenames/filenames'
import { createRoll, generateName } from './generated-names'

const perSeed = 1500

test.each([1, 2, 3, 4])('C: finds the parts that a name was built from, seed %i', (seed) => {
  const roll = createRoll(seed)
  for (let i = 0; i < perSeed; i++) {
    const { name, is } = generateName(roll)
    expect({ name, ...parseName(name) }).toMatchObject({ name, ...is })
  }
})

test('C: the same seed builds the same names', () => {
  const [one, other] = [createRoll(7), createRoll(7)]
  for (let i = 0; i < 50; i++) expect(generateName(one)).toEqual(generateName(other))
})
