/** A release with its source and actions. */
import type { KeyboardEvent } from 'react'
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { formatNumbers, listReleaseFacts } from '../../labels/release-labels'
import { usePermission } from '../../state/session/session'
import { Button } from '../controls/button'
import styles from './releases.module.css'
import type { ReleaseChange } from './use-release-changes'

type Release = Schemas['Release']

interface RowProps {
  release: Release
  change: (change: ReleaseChange) => void
}

export function ReleaseRow({ release, change }: RowProps) {
  const mayChange = usePermission('series:write')
  const name = formatNumbers(release)
  const isNew = release.state === 'announced'
  const act = (action: ReleaseChange['action']) => change({ releases: [release], action })
  return (
    <li className={styles.row} onKeyDown={mayChange && isNew ? onKeys(act) : undefined}>
      <div className={styles.words}>
        <b title={release.title}>
          <ReleaseLink release={release} name={name} />
          {isNew && !release.seen && <span className={styles.new}>{t('New')}</span>}
        </b>
        <small>{listReleaseFacts(release).join(' · ')}</small>
      </div>
      {mayChange && <RowActions release={release} name={name} act={act} />}
    </li>
  )
}

/** Accepts only web URLs, because other URLs could run scripts. */
const isWebAddress = (address: string) => /^https?:\/\//i.test(address)

const ReleaseLink = ({ release: { payloadUrl }, name }: { release: Release; name: string }) =>
  isWebAddress(payloadUrl) ? (
    <a href={payloadUrl} target="_blank" rel="noopener noreferrer">
      {name}
      <span className="hidden-words"> {t('(opens the release page in a new tab)')}</span>
    </a>
  ) : (
    name
  )

interface RowActionsProps {
  release: Release
  name: string
  act: (action: ReleaseChange['action']) => void
}

function RowActions({ release, name, act }: RowActionsProps) {
  const named = `${release.seriesTitle}, ${name}`
  if (release.state !== 'announced') {
    return (
      <Button small onClick={() => act('reset')} aria-label={t('Mark as new: {named}', { named })}>
        {t('Mark as new')}
      </Button>
    )
  }
  return (
    <div className={styles.actions}>
      <Button
        small
        aria-keyshortcuts="A"
        onClick={() => act('mark-acquired')}
        aria-label={t('I have it: {named}', { named })}
      >
        {t('I have it')}
      </Button>
      <Button
        small
        aria-keyshortcuts="D"
        onClick={() => act('dismiss')}
        aria-label={t('Dismiss: {named}', { named })}
      >
        {t('Dismiss')}
      </Button>
    </div>
  )
}

const keys: Partial<Record<string, ReleaseChange['action']>> = { a: 'mark-acquired', d: 'dismiss' }

/** Handles keys only while the focus is in the row. */
const onKeys = (act: RowActionsProps['act']) => (event: KeyboardEvent) => {
  const action = keys[event.key.toLowerCase()]
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return
  event.preventDefault()
  act(action)
}
