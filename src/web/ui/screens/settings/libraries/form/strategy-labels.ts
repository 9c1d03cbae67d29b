/** The options of each way of naming, in words. */
import type { Choice } from '../../../../components/controls/select'
import { t } from '../../../../i18n/i18n'
import { bookChoices } from './naming-labels'

export type Part = 'series' | 'books'

interface Common {
  name: string
  label: string
  hint?: string
}

export type Option = Common &
  (
    | { kind: 'switch'; usual: boolean }
    | { kind: 'choice'; usual: string; choices: readonly Choice<string>[] }
    | { kind: 'lines' }
    | { kind: 'text' | 'number'; usual?: string }
  )

export function optionsOf(part: Part, strategy: string): readonly Option[] {
  return (part === 'series' ? ofSeries() : ofBooks())[strategy] ?? []
}

const ofSeries = (): Record<string, readonly Option[]> => ({
  parsed_name: [
    {
      kind: 'switch',
      name: 'acrossFolders',
      usual: false,
      label: t('One series across folders'),
      hint: t('Books of the same series name belong together, wherever they lie.'),
    },
  ],
  flat: [
    {
      kind: 'lines',
      name: 'filenamePatterns',
      label: t('Patterns for names of files'),
      hint: t(
        'One a line, the first that fits counts: regular expressions with a group named series, such as (?<series>.+) - \\d+',
      ),
    },
    {
      kind: 'switch',
      name: 'requireMetadata',
      usual: false,
      label: t('Only what the files say counts'),
      hint: t('Files that say nothing become series of their own.'),
    },
  ],
  publisher_hierarchy: publisherOptions(),
  calibre: calibreOptions(),
  custom: [
    pattern(t('A regular expression with a group named series, such as (?<series>[^/]+)/.*')),
    {
      kind: 'text',
      name: 'seriesNameTemplate',
      usual: '{series}',
      label: t('How the series is called'),
      hint: t('Groups of the pattern in braces.'),
    },
  ],
})

const publisherOptions = (): readonly Option[] => [
  {
    kind: 'number',
    name: 'skipDepth',
    usual: '1',
    label: t('Folders above the series'),
    hint: t('How many folders stand above each folder of a series.'),
  },
  {
    kind: 'choice',
    name: 'storeSkippedAs',
    usual: 'publisher',
    label: t('The folder above says'),
    choices: [
      { value: 'publisher', label: t('the publisher') },
      { value: 'imprint', label: t('the imprint') },
      { value: 'nothing', label: t('nothing to be kept') },
    ],
  },
]

const calibreOptions = (): readonly Option[] => [
  {
    kind: 'choice',
    name: 'seriesMode',
    usual: 'from_metadata',
    label: t('What is one series?'),
    choices: [
      { value: 'from_metadata', label: t('What the files say, else each book for itself') },
      { value: 'standalone', label: t('Each book for itself') },
      { value: 'by_author', label: t('All books of an author') },
    ],
  },
  {
    kind: 'switch',
    name: 'stripIdSuffix',
    usual: true,
    label: t('Leave out the number that calibre puts behind a title'),
  },
  {
    kind: 'switch',
    name: 'authorFromFolder',
    usual: true,
    label: t('The upper folder names the author'),
  },
]

const ofBooks = (): Record<string, readonly Option[]> => ({
  smart: [
    {
      kind: 'lines',
      name: 'additionalGenericPatterns',
      label: t('Titles that say little'),
      hint: t('One a line: regular expressions. A title that fits is not taken from the details.'),
    },
  ],
  custom: [
    pattern(t('A regular expression with a group named title, such as (?<title>.+)')),
    {
      kind: 'text',
      name: 'titleTemplate',
      usual: '{title}',
      label: t('How the book is called'),
      hint: t('Groups of the pattern in braces.'),
    },
    {
      kind: 'choice',
      name: 'fallback',
      usual: 'filename',
      label: t('Where the pattern does not fit'),
      choices: bookChoices().filter(({ value }) => value !== 'custom'),
    },
  ],
})

const pattern = (hint: string): Option => ({
  kind: 'text',
  name: 'pattern',
  label: t('Pattern'),
  hint,
})
