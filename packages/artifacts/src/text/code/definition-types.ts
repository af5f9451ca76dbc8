/** Nodes that define something, at any depth, as the grammars name them. */
export const DEFINITIONS: ReadonlySet<string> = new Set([
  'abstract_class_declaration',
  'annotation_type_declaration',
  'class',
  'class_declaration',
  'class_definition',
  'class_specifier',
  'constructor_declaration',
  'decorated_definition',
  'delegate_declaration',
  'destructor_declaration',
  'enum_declaration',
  'enum_item',
  'enum_specifier',
  'function_declaration',
  'function_definition',
  'function_item',
  'generator_function_declaration',
  'impl_item',
  'interface_declaration',
  'internal_module',
  'local_function_statement',
  'method',
  'method_declaration',
  'method_definition',
  'mod_item',
  'module',
  'namespace_declaration',
  'namespace_definition',
  'record_declaration',
  'singleton_method',
  'struct_declaration',
  'struct_item',
  'struct_specifier',
  'template_declaration',
  'trait_item',
  'type_alias_declaration',
]);

/** Bodies of classes, interfaces and namespaces: each of their children is a block. */
export const MEMBER_LISTS: ReadonlySet<string> = new Set([
  'annotation_type_body',
  'class_body',
  'declaration_list',
  'enum_body',
  'enum_body_declarations',
  'enum_member_declaration_list',
  'enum_variant_list',
  'field_declaration_list',
  'interface_body',
  'interface_type',
  'object_type',
]);

/** Blocks that are bodies of classes and namespaces in some grammars and of functions in others, by what contains them. */
export const MEMBER_LISTS_BY_OWNER: Readonly<Record<string, ReadonlySet<string>>> = {
  block: new Set(['class_definition']),
  body_statement: new Set(['class', 'module', 'singleton_class']),
  statement_block: new Set(['internal_module', 'module']),
};

/** What belongs to the definition after it. */
export const FOREWORDS: ReadonlySet<string> = new Set([
  'access_specifier',
  'attribute_item',
  'block_comment',
  'comment',
  'decorator',
  'line_comment',
]);

/** Statements that contain one definition and belong to it. */
export const WRAPPERS: ReadonlySet<string> = new Set([
  'ambient_declaration',
  'decorated_definition',
  'export_statement',
  'template_declaration',
]);

/** Functions without a name of their own. */
export const FUNCTION_VALUES: ReadonlySet<string> = new Set([
  'anonymous_function',
  'arrow_function',
  'function_expression',
  'generator_function',
  'lambda_expression',
]);
