/**
 * Finds places in a list by a text. Only hashes of the texts are stored, because the texts would
 * take more memory than the books.
 */
export class PlaceLists {
  /**
   * Checks whether the item at a place really has the text, because different texts can have the
   * same hash.
   */
  readonly #hasText: (place: number, text: string) => boolean
  #count = 0
  /** The newest entry of each bucket, and the previous entry in the bucket for each entry. */
  #newest = new Int32Array(smallest).fill(none)
  #before = new Int32Array(smallest)
  #hashes = new Int32Array(smallest)
  #places = new Int32Array(smallest)

  constructor(hasText: (place: number, text: string) => boolean) {
    this.#hasText = hasText
  }

  add(text: string, place: number) {
    if (this.#count === this.#places.length) this.#grow()
    const entry = this.#count++
    this.#hashes[entry] = hashText(text)
    this.#places[entry] = place
    this.#link(entry)
  }

  /** Returns the places in the order in which they were added. */
  list(text: string): number[] {
    const hash = hashText(text)
    const places: number[] = []
    let entry = this.#newest[this.#bucketOf(hash)]!
    while (entry !== none) {
      const place = this.#places[entry]!
      if (this.#hashes[entry] === hash && this.#hasText(place, text)) places.push(place)
      entry = this.#before[entry]!
    }
    return places.toReversed()
  }

  #link(entry: number) {
    const bucket = this.#bucketOf(this.#hashes[entry]!)
    this.#before[entry] = this.#newest[bucket]!
    this.#newest[bucket] = entry
  }

  #bucketOf(hash: number) {
    return hash & (this.#newest.length - 1)
  }

  #grow() {
    const length = this.#places.length * 2
    this.#before = new Int32Array(length)
    this.#hashes = extend(this.#hashes, length)
    this.#places = extend(this.#places, length)
    this.#newest = new Int32Array(length).fill(none)
    for (let entry = 0; entry < this.#count; entry++) this.#link(entry)
  }
}

const none = -1
/** A power of two. */
const smallest = 256

function extend(numbers: Int32Array<ArrayBuffer>, length: number) {
  const longer = new Int32Array(length)
  longer.set(numbers)
  return longer
}

/** Random, so that nobody can prepare texts with equal hashes. */
const seed = crypto.getRandomValues(new Uint32Array(1))[0]!

const hashText = (text: string) => Bun.hash.xxHash32(text, seed) | 0
