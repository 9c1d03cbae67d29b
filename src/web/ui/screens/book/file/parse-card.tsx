/** Shows how a file name was parsed and which rules apply, with a button to fix errors. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMutation } from '../../../api/mutation'
import { lazy, Suspense, useState } from 'react'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { apiQuery } from '../../../api/query'
import { Button, IconButton } from '../../../components/controls/button'
import { formatValue } from '../../../labels/value-labels'
import { EditIcon, TrashIcon } from '../../../components/icons'
import { toast } from '../../../components/feedback/toast'
import { Card, Note } from '../../../components/card/card'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { useServerMessages } from '../../../i18n/use-server-messages'
import { usePermission } from '../../../state/session/session'
import styles from '../book.module.css'
import { formatParseChange, formatParsedField } from './parse-labels'

type Parse = Schemas['BookParse']

const ParsingRule = lazy(() =>
  import('../parsing-rule/parsing-rule').then((part) => ({ default: part.ParsingRule })),
)

const askParse = (id: string) => apiQuery('/api/v1/books/{id}/parse', withId(id))

export function ParseCard({ book }: { book: Schemas['FullBook'] }) {
  const { data: parse } = useQuery(askParse(book.id))
  const [isOpen, setOpen] = useState(false)
  const mayCorrect = usePermission('libraries:write')
  const translate = useServerMessages()
  if (!parse) return null
  return (
    <Card title={t('File name parsing')}>
      <p className={styles.fileName}>{parse.fileName}</p>
      <ReadValues parse={parse} />
      <Note>
        {parse.series.title}: {translate(parse.series.because)}
      </Note>
      {parse.rules.length > 0 && <Rules bookId={book.id} rules={parse.rules} />}
      {mayCorrect && (
        <div>
          <Button small icon={EditIcon} onClick={() => setOpen(true)}>
            {t('Fix')}
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <ParsingRule parse={parse} libraryId={book.libraryId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </Card>
  )
}

function ReadValues({ parse: { read } }: { parse: Parse }) {
  if (read.length === 0) return <Note>{t('Nothing could be parsed from the file name')}</Note>
  return (
    <table className={styles.parse}>
      <thead>
        <tr>
          <th scope="col">{t('Field')}</th>
          <th scope="col">{t('Value')}</th>
          <th scope="col">{t('Found in')}</th>
        </tr>
      </thead>
      <tbody>
        {read.map(({ field, value, text, source }) => (
          <tr key={`${source} ${field}`}>
            <th scope="row">{formatParsedField(field)}</th>
            <td>{formatValue(value)}</td>
            <td>
              <q>{text}</q>
              {source === 'folder' && ` (${t('folder')})`}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Rules({ bookId, rules }: { bookId: string; rules: readonly Schemas['NameRule'][] }) {
  const queries = useQueryClient()
  const mayCorrect = usePermission('libraries:write')
  const remove = useMutation({
    mutationFn: (id: string) => readResponse(api.DELETE('/api/v1/name-rules/{id}', withId(id))),
    onSuccess: () => {
      toast(t('Rule removed'))
      return queries.invalidateQueries({ queryKey: askParse(bookId).queryKey })
    },
    onError: (error) => toast(formatError(error)),
  })
  return (
    <ul role="list" className={styles.rules} aria-label={t('Parsing rules')}>
      {rules.map((rule) => (
        <li key={rule.id}>
          <span>
            <b>{rule.pattern}</b>
            {formatParseChange(rule.change)}
          </span>
          {mayCorrect && (
            <IconButton
              label={t('Delete rule for {pattern}', { pattern: rule.pattern })}
              icon={TrashIcon}
              onClick={() => remove.mutate(rule.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}
