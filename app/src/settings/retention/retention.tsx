import { useState } from 'react';
import { useList } from '../../calls/use-list.js';
import { useTexts } from '../../language.js';
import { Choice } from '../../ui/choice.js';
import { Listed } from '../../ui/listed.js';
import { Due, Runs } from './due.js';
import { Policy } from './policy.js';
import { texts } from './texts.js';

export default function Retention() {
  const text = useTexts(texts);
  const types = useList('GET /conversation-types', { query: { limit: 100 } });
  const [chosen, choose] = useState<string>();
  return (
    <>
      <div className="top">
        <p>{text.about}</p>
      </div>
      <Listed list={types} empty={text.empty}>
        {(items) => {
          const type = items.find(({ id }) => id === chosen) ?? items[0];
          if (!type) return null;
          return (
            <>
              <Choice label={text.type} values={items.map(({ id }) => id)} value={type.id} onChange={choose}>
                {(id) => id}
              </Choice>
              <Policy key={`${type.id} ${type.updated_at}`} type={type} />
              <Due typeId={type.id} />
              <Runs typeId={type.id} />
            </>
          );
        }}
      </Listed>
    </>
  );
}
