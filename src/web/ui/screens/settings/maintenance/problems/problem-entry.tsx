/** A book with its file problems. */
import { Link } from '@tanstack/react-router'
import { readResponse, api, type Schemas } from '../../../../api/client'
import { Button } from '../../../../components/controls/button'
import { t } from '../../../../i18n/i18n'
import { getFindingMessage, translate } from '../../../../i18n/server-messages'
import { Entry } from '../../shared/settings-section'
import styles from '../../settings.module.css'
import { useChange } from '../../../../components/use-change'
import { fullBookTitle } from '../../../../labels/metadata-labels'
import { findingCodes, formatFinding } from '../../../../labels/server-labels'

export function ProblemEntry({ book }: { book: Schemas['Book'] }) {
  const { id, libraryName, path, findings } = book
  const again = useChange({
    act: () => readResponse(api.POST('/api/v1/books/{id}/analyze', { params: { path: { id } } })),
    done: t('Rechecking file'),
    stale: ['/api/v1/books/errors', '/api/v1/tasks'],
  })
  return (
    <Entry
      title={
        <>
          <Link to="/book/$id" params={{ id }} className={styles.work}>
            {fullBookTitle(book)}
          </Link>
          {findings.map(({ code }) => (
            <Kind key={code} code={code} />
          ))}
        </>
      }
      facts={libraryName}
      actions={
        <Button small busy={again.isPending} onClick={() => again.mutate()}>
          {t('Recheck')}
        </Button>
      }
    >
      {findings.map((finding) => (
        <div key={finding.code}>{translate(getFindingMessage(finding))}</div>
      ))}
      {path && <code className={styles.path}>{path}</code>}
    </Entry>
  )
}

/** A newer server may send unknown codes. The message below still explains the problem. */
function Kind({ code }: { code: string }) {
  const known = findingCodes.find((each) => each === code)
  return known ? <span className={styles.tag}>{formatFinding(known)}</span> : null
}
