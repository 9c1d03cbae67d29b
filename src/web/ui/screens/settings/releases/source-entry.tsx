import { useState } from 'react'
import { api, readResponse, type Schemas } from '../../../api/client'
import { Button } from '../../../components/controls/button'
import { Switch } from '../../../components/controls/switch'
import { useChange } from '../../../components/use-change'
import { withId } from '../../../components/use-action'
import { formatAgo } from '../../../i18n/date-time'
import { t } from '../../../i18n/i18n'
import { translate } from '../../../i18n/server-messages'
import { Confirm } from '../shared/confirm'
import { Entry } from '../shared/settings-section'
import styles from '../settings.module.css'

type Source = Schemas['ReleaseSource']

export const sourcePaths = ['/api/v1/release-sources', '/api/v1/releases']

export function SourceEntry({ source }: { source: Source }) {
  const { displayName: name, kind, config, lastErrorMessage, lastSummaryMessage } = source
  const [asked, setAsked] = useState<'delete' | 'reset'>()
  const close = () => setAsked(undefined)
  return (
    <Entry
      title={
        <div className={styles.whole}>
          <EnabledSwitch source={source} />
        </div>
      }
      actions={
        <>
          <PollButton source={source} />
          <Button
            small
            onClick={() => setAsked('reset')}
            aria-label={t('Delete releases from {name}', { name })}
          >
            {t('Delete releases')}
          </Button>
          {kind === 'feed' && (
            <Button
              small
              variant="danger"
              onClick={() => setAsked('delete')}
              aria-label={t('Remove {name}', { name })}
            >
              {t('Remove')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.entryFacts}>
        {[
          ...(config.address ? [config.address] : []),
          formatLastPoll(source),
          ...(lastSummaryMessage ? [translate(lastSummaryMessage)] : []),
        ].join(' · ')}
      </div>
      {lastErrorMessage && <div className={styles.warned}>{translate(lastErrorMessage)}</div>}
      {asked && <Question asked={asked} source={source} onClose={close} />}
    </Entry>
  )
}

function EnabledSwitch({ source: { id, displayName, enabled } }: { source: Source }) {
  const change = useChange({
    act: (next: boolean, signal) =>
      readResponse(
        api.PATCH('/api/v1/release-sources/{id}', {
          ...withId(id),
          body: { enabled: next },
          signal,
        }),
      ),
    stale: sourcePaths,
    sequence: `source ${id}`,
  })
  return (
    <Switch
      label={displayName}
      checked={change.isPending ? change.variables : enabled}
      onChange={(next) => change.mutate(next)}
    />
  )
}

function PollButton({ source: { id, displayName: name } }: { source: Source }) {
  const poll = useChange({
    act: () => readResponse(api.POST('/api/v1/release-sources/{id}/poll-now', withId(id))),
    done: translate,
    stale: sourcePaths,
    once: true,
  })
  return (
    <Button
      small
      busy={poll.isPending}
      onClick={() => poll.mutate()}
      aria-label={t('Check now: {name}', { name })}
    >
      {t('Check now')}
    </Button>
  )
}

const formatLastPoll = ({ lastPolledAt }: Source): string =>
  lastPolledAt ? t('checked {when}', { when: formatAgo(lastPolledAt) }) : t('not checked yet')

interface QuestionProps {
  asked: 'delete' | 'reset'
  source: Source
  onClose: () => void
}

function Question({ asked, source: { id, displayName: name }, onClose }: QuestionProps) {
  const change = useChange({
    act: () =>
      asked === 'delete'
        ? readResponse(api.DELETE('/api/v1/release-sources/{id}', withId(id)))
        : readResponse(api.POST('/api/v1/release-sources/{id}/reset', withId(id))),
    done: asked === 'delete' ? t('Feed removed') : t('Releases deleted'),
    stale: sourcePaths,
    onDone: onClose,
    once: true,
  })
  return (
    <Confirm
      title={
        asked === 'delete'
          ? t('Remove {name}?', { name })
          : t('Delete releases from {name}?', { name })
      }
      action={asked === 'delete' ? t('Remove') : t('Delete')}
      onClose={onClose}
      onConfirm={() => change.mutate()}
      busy={change.isPending}
    >
      <p>
        {asked === 'delete'
          ? t(
              'The releases from this source will also be removed, along with your decisions about them',
            )
          : t(
              'Your decisions about these releases will be lost. Releases that the source still lists will be announced again.',
            )}
      </p>
    </Confirm>
  )
}
