/** Sidecar files of a book or series folder, with their problems. */
import type { Schemas } from '../../api/client'
import { t } from '../../i18n/i18n'
import { Card, Note } from '../card/card'
import styles from './details.module.css'
import { useServerMessages } from '../../i18n/use-server-messages'

type SideFile = Schemas['Sidecar']

export function SidecarFiles({ files }: { files: readonly SideFile[] }) {
  if (files.length === 0) return null
  return (
    <Card title={t('Sidecar files')}>
      <ul role="list" className={styles.sideFiles}>
        {files.map(({ name, kind, problem }) => (
          <li key={name}>
            <b>{name}</b>
            {problem === null ? <Note>{formatKind(kind)}</Note> : <Problem problem={problem} />}
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Problem({ problem }: { problem: NonNullable<SideFile['problem']> }) {
  const translate = useServerMessages()
  return (
    <p className={styles.sideProblem}>
      {t('Can’t be used: {problem}', { problem: translate(problem) })}
    </p>
  )
}

function formatKind(kind: SideFile['kind']) {
  if (kind === 'mokuro') return t('Text of the pages')
  return kind === 'artwork' ? t('Cover image') : t('Metadata file')
}
