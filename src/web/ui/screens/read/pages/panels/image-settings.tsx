/** Image settings, for spreads and strips. */
import { Switch } from '../../../../components/controls/switch'
import { t } from '../../../../i18n/i18n'
import { backgroundLabels } from '../../../../labels/reader-labels'
import { Slider } from '../../../../components/controls/slider'
import { Segments } from '../../segments'
import type { Part } from './settings-props'

export const ImageSettings = ({ settings, change }: Part) => (
  <>
    <Slider
      label={t('Brightness')}
      value={settings['reader.brightness']}
      min={10}
      max={150}
      step={5}
      onChange={(brightness) => change({ 'reader.brightness': brightness })}
    />
    <Slider
      label={t('Contrast')}
      value={settings['reader.contrast']}
      min={50}
      max={200}
      step={5}
      onChange={(contrast) => change({ 'reader.contrast': contrast })}
    />
    <Switch
      label={t('Grayscale')}
      checked={settings['reader.grayscale']}
      onChange={(grayscale) => change({ 'reader.grayscale': grayscale })}
    />
    <Switch
      label={t('Invert colors')}
      hint={t('Useful for reading scanned text at night')}
      checked={settings['reader.invert']}
      onChange={(invert) => change({ 'reader.invert': invert })}
    />
    <Segments
      label={t('Background')}
      value={settings['reader.background']}
      choices={{ ...backgroundLabels(), auto: t('Auto') }}
      onChange={(background) => change({ 'reader.background': background })}
    />
    <Switch
      label={t('Full quality')}
      hint={t('Load original images, even if larger than the screen')}
      checked={settings['reader.quality'] === 'original'}
      onChange={(full) => change({ 'reader.quality': full ? 'original' : 'fitting' })}
    />
  </>
)
