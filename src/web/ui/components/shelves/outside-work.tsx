import { api, readResponse, type Schemas } from '../../api/client'
import { formatError } from '../../api/format-error'
import { useMutation } from '../../api/mutation'
import { t } from '../../i18n/i18n'
import { translate } from '../../i18n/message-text'
import { usePermission } from '../../state/session/session'
import { IconButton } from '../controls/button'
import { getPlaceholderColor } from '../covers/cover'
import { toast } from '../feedback/toast'
import { CloseIcon } from '../icons'
import styles from './outside-work.module.css'

/**
 * A work recommended by a service or plugin. Images from other servers are not loaded; the title is
 * shown instead.
 */
export function OutsideWork({ work }: { work: Schemas['Recommendation'] }) {
  const { externalId, externalUrl, title, startYear, because, sourcePlugin } = work
  const color = { '--tint': getPlaceholderColor(title) } as React.CSSProperties
  const content = (
    <>
      <span className={styles.art} style={color}>
        <span className={styles.title}>{title}</span>
        {startYear !== null && <span className={styles.year}>{startYear}</span>}
      </span>
      <span className={styles.words}>{translate(because)}</span>
      <span className={styles.source}>{sourcePlugin}</span>
    </>
  )
  return (
    <div className={styles.frame}>
      {externalUrl === null ? (
        <div className={styles.card}>{content}</div>
      ) : (
        <a className={styles.card} href={externalUrl} target="_blank" rel="noreferrer">
          {content}
        </a>
      )}
      <DismissButton externalId={externalId} title={title} />
    </div>
  )
}

function DismissButton({ externalId, title }: { externalId: string; title: string }) {
  const path = '/api/v1/user/recommendations/{external_id}/dismiss'
  const { mutate } = useMutation({
    mutationFn: (isDismissed: boolean, signal) => {
      const request = { params: { path: { external_id: externalId } }, signal }
      return readResponse<unknown>(
        isDismissed ? api.POST(path, { ...request, body: {} }) : api.DELETE(path, request),
      )
    },
    scope: { id: 'actions' },
    onSuccess: (_, isDismissed) => {
      if (!isDismissed) return
      toast(t('{title} won’t be recommended again', { title }), {
        label: t('Undo'),
        onSelect: () => mutate(false),
      })
    },
    onError: (error) => toast(formatError(error)),
  })
  if (!usePermission('progress:write')) return null
  return (
    <IconButton
      className={styles.dismiss}
      icon={CloseIcon}
      label={t('Not interested in {title}', { title })}
      onClick={() => mutate(true)}
    />
  )
}
