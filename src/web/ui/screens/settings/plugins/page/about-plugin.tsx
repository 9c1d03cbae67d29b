import { t } from '../../../../i18n/i18n'
import { FactList } from '../../shared/fact-list'
import { SettingsCard } from '../../shared/settings-section'
import settings from '../../settings.module.css'
import { listAbilities, type Plugin } from '../plugin-labels'
import styles from '../plugins.module.css'

/** Information from the plugin's manifest. */
export function AboutPlugin({ plugin }: { plugin: Plugin }) {
  const { name, manifest } = plugin
  const abilities = listAbilities(plugin)
  const facts = [
    [t('Provides'), abilities.join(', ') || t('Nothing that Quire can use')],
    [t('Short name'), name],
    ...(manifest?.author ? [[t('Author'), manifest.author] as const] : []),
    ...(manifest?.homepage
      ? [[t('Website'), <Website key="website" url={manifest.homepage} />] as const]
      : []),
  ] as const
  return (
    <SettingsCard title={t('About this plugin')}>
      <FactList facts={facts} />
      {manifest?.adminSetupInstructions && (
        <section className={styles.fold}>
          <h3>{t('Setup')}</h3>
          <p className={styles.prose}>{manifest.adminSetupInstructions}</p>
        </section>
      )}
    </SettingsCard>
  )
}

const Website = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noreferrer" className={settings.link}>
    {url}
  </a>
)
