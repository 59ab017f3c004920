import { defineEcConfig } from '@astrojs/starlight/expressive-code';
import { pluginCollapsibleSections } from '@expressive-code/plugin-collapsible-sections';

/** Lines of a response that are always shown. */
const SHOWN = 12;

/** Marks what a response has beyond its first lines, so that it is folded. It opens without a script. */
const foldAnswers = {
  name: 'Folded answers',
  hooks: {
    preprocessMetadata: ({ codeBlock }) => {
      const lines = codeBlock.code.trimEnd().split('\n').length;
      if (!codeBlock.metaOptions.getBoolean('answer') || lines <= SHOWN + 1) return;
      codeBlock.props.collapse = `${SHOWN + 1}-${lines}`;
      codeBlock.props.collapseStyle = 'collapsible-start';
    },
  },
};

// Plugins are functions, and the component <Code> takes those of this file alone.
export default defineEcConfig({ plugins: [foldAnswers, pluginCollapsibleSections()] });
