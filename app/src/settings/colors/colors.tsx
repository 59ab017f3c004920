import { useState } from 'react';
import type { Palette } from '../../../../embed/src/colors.js';
import type { ColorConfig } from '../../../../sdk/src/api.js';
import { useCall, useChange } from '../../calls/use-call.js';
import { useTexts } from '../../language.js';
import { useApp } from '../../session/context.js';
import { showColors } from '../../shell/colors.js';
import { Loading } from '../../shell/loading.js';
import { Problem } from '../../ui/problem.js';
import { ColorFields } from './color-fields.js';
import { texts } from './texts.js';
import { Widget } from './widget.js';
import './colors.css';

const PALETTES: readonly Palette[] = ['main', 'client'];

export default function Colors() {
  const { tenant } = useApp();
  const { data, error, refetch } = useCall('GET /tenant/config', { query: { tenant_id: tenant.id } });
  if (error) return <Problem error={error} onRetry={() => void refetch()} />;
  return data ? <Palettes config={data.color_config} /> : <Loading />;
}

function Palettes({ config }: { readonly config: ColorConfig }) {
  const text = useTexts(texts);
  const [saved, setSaved] = useState(config);
  const [colors, setColors] = useState(saved);
  const { mutate, error, isPending, isSuccess } = useChange('PUT /tenant/color/config', 'GET /tenant/config');
  const isChanged = JSON.stringify(colors) !== JSON.stringify(saved);
  const save = () =>
    mutate(
      { body: colors },
      {
        onSuccess: (color_config) => {
          setSaved(color_config);
          showColors({ color_config });
        },
      },
    );
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      {PALETTES.map((palette) => (
        <section key={palette} className="palette" aria-labelledby={palette}>
          <h2 id={palette}>{text.palettes[palette]}</h2>
          <ColorFields palette={palette} colors={colors} onChange={setColors} />
          <Widget palette={palette} colors={colors} />
        </section>
      ))}
      {error ? <Problem error={error} /> : null}
      <p role="status">{isSuccess && !isChanged ? text.saved : ''}</p>
      <div className="actions">
        <button type="button" className="main" aria-disabled={isPending || !isChanged} onClick={save}>
          {text.save}
        </button>
        {isChanged ? (
          <button type="button" onClick={() => setColors(saved)}>
            {text.reset}
          </button>
        ) : null}
      </div>
    </>
  );
}
