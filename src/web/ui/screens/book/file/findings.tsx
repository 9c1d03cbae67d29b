/** Problems with a book file. */
import { useMutation } from '../../../api/mutation'
import { readResponse, api, type Schemas } from '../../../api/client'
import { formatError } from '../../../api/format-error'
import { Button } from '../../../components/controls/button'
import { RefreshIcon, WarningIcon } from '../../../components/icons'
import { toast } from '../../../components/feedback/toast'
import { withId } from '../../../components/use-action'
import { t } from '../../../i18n/i18n'
import { getFindingMessage } from '../../../i18n/message-text'
import { useServerMessages } from '../../../i18n/use-server-messages'
import { usePermission } from '../../../state/session/session'
import styles from '../book.module.css'

export function Findings({ book: { id, findings } }: { book: Schemas['FullBook'] }) {
  const mayWrite = usePermission('books:write')
  const again = useMutation({
    mutationFn: () => readResponse(api.POST('/api/v1/books/{id}/analyze', withId(id))),
    onSuccess: () => toast(t('Rechecking file')),
    onError: (error) => toast(formatError(error)),
  })
  if (findings.length === 0) return null
  return (
    <section className={styles.findings} aria-label={t('Problems with the file')}>
      <WarningIcon size={22} />
      <div>
        <h2>{t('There’s a problem with this file')}</h2>
        <ul role="list">
          {findings.map((finding) => (
            <li key={finding.code}>
              <FindingText finding={finding} />
            </li>
          ))}
        </ul>
        <p>{t('Quire will check the file again when it changes')}</p>
        {mayWrite && (
          <Button small icon={RefreshIcon} busy={again.isPending} onClick={() => again.mutate()}>
            {t('Recheck')}
          </Button>
        )}
      </div>
    </section>
  )
}

const FindingText = ({ finding }: { finding: Schemas['FullBook']['findings'][number] }) =>
  useServerMessages()(getFindingMessage(finding))
