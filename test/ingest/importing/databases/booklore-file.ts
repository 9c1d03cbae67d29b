/** The stored answers of a BookLore server, with what a test names. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export interface BookloreData {
  user: object
  libraries?: object[]
  books: object[]
  /** Changes the finished text. */
  change?: ((json: string) => string) | undefined
}

export function writeBooklore(path: string, { change, ...answers }: BookloreData) {
  const text = JSON.stringify({ bookloreAnswers: 1, address: 'http://books.example', ...answers })
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, change ? change(text) : text)
}
