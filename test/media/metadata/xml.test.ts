/** Documents that were built to keep a parser busy. Each takes minutes when nothing bounds it. */
import { describe, expect, test } from 'bun:test'
import { parseXml, toPlainText } from '../../../src/media/metadata/xml'

const parse = (text: string) => parseXml(Buffer.from(text))

describe('a document', () => {
  test('that opens without end, and closes what never was open, is given up', () => {
    expect(parse(`<x>${'<a>'.repeat(300_000)}${'</b>'.repeat(300_000)}`)).toBeNull()
  })

  test('of far too many elements is not read', () => {
    expect(parse(`<x>${'<a/>'.repeat(1_000_000)}</x>`)).toBeNull()
  })

  test('with as many as a large book has is read, well-formed or not', () => {
    const items = '<item id="a" href="b"/>'.repeat(50_000)
    expect(parse(`<package>${items}</package>`)!.children).toHaveLength(50_000)
    expect(parse(`<package>${items}`)!.children).toHaveLength(50_000)
  })

  test('as deep as any that is written by hand is read', () => {
    const inner = parse(`${'<a>'.repeat(400)}deep`)
    expect(inner?.name).toBe('a')
  })
})

test('a description that was built so gives what stands in front', () => {
  const text = toPlainText(`<p>Words</p>${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`)
  expect(text).toStartWith('Words')
})
