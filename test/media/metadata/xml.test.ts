/** Documents that exhaust a parser. Without limits, each would take minutes. */
import { describe, expect, test } from 'bun:test'
import { parseXml, toPlainText } from '../../../src/media/metadata/xml'

const parse = (text: string) => parseXml(Buffer.from(text))

describe('an XML document', () => {
  test('with endless open tags and unmatched close tags is rejected', () => {
    expect(parse(`<x>${'<a>'.repeat(300_000)}${'</b>'.repeat(300_000)}`)).toBeNull()
  })

  test('with too many elements is rejected', () => {
    expect(parse(`<x>${'<a/>'.repeat(1_000_000)}</x>`)).toBeNull()
  })

  test('with as many elements as a large book is read, well-formed or not', () => {
    const items = '<item id="a" href="b"/>'.repeat(50_000)
    expect(parse(`<package>${items}</package>`)!.children).toHaveLength(50_000)
    expect(parse(`<package>${items}`)!.children).toHaveLength(50_000)
  })

  test('with realistic nesting is read', () => {
    const inner = parse(`${'<a>'.repeat(400)}deep`)
    expect(inner?.name).toBe('a')
  })
})

test('a description made of endless tags yields the text before them', () => {
  const text = toPlainText(`<p>Words</p>${'<b>'.repeat(300_000)}${'</i>'.repeat(300_000)}`)
  expect(text).toStartWith('Words')
})
