/** Names of languages. */
import { expect, test } from 'bun:test'
import { formatLanguage } from '../../../../src/web/ui/labels/metadata-labels'

test('codes become names, and names from files stay as they are written', () => {
  expect(['ja', 'pt-BR', 'jpn'].map(formatLanguage)).toEqual([
    'Japanese',
    'Brazilian Portuguese',
    'Japanese',
  ])
  const names = ['Japanese', 'French', 'DEUTSCH', 'english', 'English-US', 'Español', '日本語', '']
  expect(names.map(formatLanguage)).toEqual(names)
})
