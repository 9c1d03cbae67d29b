/** A seeded random generator. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  /** Returns a random integer from 0 to sides - 1. */
  roll(sides: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * sides)
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.roll(items.length)]!
  }
}

/** Seed of random tests. Fixed, so that runs are repeatable. Set SEED to test other input. */
export const randomSeed = Number(process.env['SEED'] ?? 20_261_123)
