/** Releases, grouped by series. */
import { Link } from '@tanstack/react-router'
import type { Schemas } from '../../api/client'
import { CoverArt } from '../../components/covers/cover'
import { Button } from '../../components/controls/button'
import { useListFocus } from '../../components/focus/use-list-focus'
import { ReleaseRow } from '../../components/releases/release-row'
import rows from '../../components/releases/releases.module.css'
import { useReleaseChanges } from '../../components/releases/use-release-changes'
import { grouped } from '../../components/map-group-by'
import { t } from '../../i18n/i18n'
import { detectLanguage } from '../../labels/title-language'
import { usePermission } from '../../state/session/session'
import styles from './releases-screen.module.css'

type Release = Schemas['Release']

export function SeriesGroups({ releases }: { releases: readonly Release[] }) {
  const groups = [...grouped(releases, ({ seriesId }) => seriesId).values()]
  return (
    <ul role="list" className={styles.groups} {...useListFocus()}>
      {groups.map((group) => (
        <SeriesGroup key={group[0]!.seriesId} releases={group} />
      ))}
    </ul>
  )
}

function SeriesGroup({ releases }: { releases: readonly Release[] }) {
  const { seriesId, seriesTitle } = releases[0]!
  const { change, isPending } = useReleaseChanges()
  const mayChange = usePermission('series:write')
  const announced = releases.filter(({ state }) => state === 'announced')
  return (
    <li className={styles.group}>
      <CoverArt kind="series" id={seriesId} className={styles.art} />
      <div className={styles.releases}>
        <header className={styles.groupHead}>
          <h2>
            <Link to="/series/$id" params={{ id: seriesId }}>
              <span lang={detectLanguage('', seriesTitle)}>{seriesTitle}</span>
            </Link>
          </h2>
          {mayChange && announced.length > 1 && (
            <Button
              small
              variant="quiet"
              busy={isPending}
              onClick={() => change({ releases: announced, action: 'dismiss' })}
              aria-label={t(
                '{count, plural, one {Dismiss # release of {name}} other {Dismiss # releases of {name}}}',
                {
                  count: announced.length,
                  name: seriesTitle,
                },
              )}
            >
              {t('{count, plural, one {Dismiss # release} other {Dismiss # releases}}', {
                count: announced.length,
              })}
            </Button>
          )}
        </header>
        <ul role="list" className={rows.rows} {...useListFocus()}>
          {releases.map((release) => (
            <ReleaseRow key={release.id} release={release} change={change} />
          ))}
        </ul>
      </div>
    </li>
  )
}
