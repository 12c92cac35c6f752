"""Which settings does the program read?  Found in its syntax trees, without running it.

An expression is followed from where settings enter a function (a `.settings` attribute, a parameter or a return value
annotated with a part of the tree, a variable or an attribute of `self` that was given one) to the key it ends in:
`settings.retrieval.top_k`, `hooks = ….settings.hooks; hooks.last_turns`, `def f(given: Mood): given.half_life`.

Limits.  `section.model_dump()` hands on a whole section: each of its keys counts as read when anything outside
`omoide.config` reads an attribute of that name.  What is read by a computed name (`getattr`) is not seen, and a value
that is read but then not used counts as read.  Validators of the tree read keys only to check them: they do not count.
"""

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import BaseModel

Function = ast.FunctionDef | ast.AsyncFunctionDef
Places = frozenset[str]
"""Where in the tree a value may stand: dotted names of sections; the empty name is the root."""

CHECKS = frozenset({"model_validator", "field_validator"})


@dataclass
class Tree:
    """The names of a settings tree."""

    keys: set[str] = field(default_factory=set)
    sections: set[str] = field(default_factory=lambda: {""})
    by_class: dict[str, set[str]] = field(default_factory=dict)
    """Where a section of this class stands."""


def tree_of(root: type[BaseModel]) -> Tree:
    """Return the names of the tree below this model."""
    tree = Tree()
    _grow(tree, root, "")
    return tree


def _grow(tree: Tree, model: type[BaseModel], place: str) -> None:
    tree.by_class.setdefault(model.__name__, set()).add(place)
    for name, info in model.model_fields.items():
        inner = f"{place}.{name}" if place else name
        if isinstance(info.annotation, type) and issubclass(info.annotation, BaseModel):
            tree.sections.add(inner)
            _grow(tree, info.annotation, inner)
        else:
            tree.keys.add(inner)


def unread(root: type[BaseModel], sources: Mapping[str, str]) -> list[str]:
    """Return the keys of the tree that none of the sources (module → text) reads."""
    tree = tree_of(root)
    modules = {name: ast.parse(text) for name, text in sources.items()}
    given_back = _return_annotations(modules.values())
    read: set[str] = set()
    handed_on: set[str] = set()
    attributes: set[str] = set()
    for name, module in modules.items():
        reader = _Reader(tree, given_back, _section_names(tree, name, module))
        reader.visit(module)
        read |= reader.read
        handed_on |= reader.handed_on
        if not _is_config(name):
            attributes |= {node.attr for node in ast.walk(module) if isinstance(node, ast.Attribute)}
    read |= {key for key in handed_on if key.rpartition(".")[2] in attributes}
    return sorted(tree.keys - read)


def sources_below(package: Path) -> dict[str, str]:
    """Return the text of every module of a package."""
    return {
        ".".join(path.relative_to(package.parent).with_suffix("").parts): path.read_text(encoding="utf-8")
        for path in sorted(package.rglob("*.py"))
    }


def _is_config(module: str) -> bool:
    return ".config." in f".{module}."


def _return_annotations(modules: Iterable[ast.Module]) -> dict[str, list[ast.expr]]:
    """Return what functions of each name are said to return: several may share a name."""
    found: dict[str, list[ast.expr]] = {}
    for module in modules:
        for node in ast.walk(module):
            if isinstance(node, Function) and node.returns is not None:
                found.setdefault(node.name, []).append(node.returns)
    return found


def _section_names(tree: Tree, name: str, module: ast.Module) -> set[str]:
    """Return the names that stand for parts of the tree in this module: defined in, or imported from, the config."""
    if _is_config(name):
        return set(tree.by_class)
    imported = (node for node in ast.walk(module) if isinstance(node, ast.ImportFrom) and _is_config(node.module or ""))
    return {alias.asname or alias.name for node in imported for alias in node.names}


class _Reader(ast.NodeVisitor):
    """Walks one module and notes what it reads."""

    def __init__(self, tree: Tree, given_back: Mapping[str, list[ast.expr]], section_names: set[str]) -> None:
        self.read: set[str] = set()
        self.handed_on: set[str] = set()
        self._tree, self._given_back, self._section_names = tree, given_back, section_names
        self._scopes: list[dict[str, Places]] = [{}]
        self._own: dict[str, Places] = {}
        """What attributes of `self` hold, in the class at hand."""

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        outer, self._own = self._own, {}
        self._scopes.append({})
        if node.name in self._section_names:
            self._scopes[-1]["self"] = frozenset(self._tree.by_class.get(node.name, ()))
        for inner in ast.walk(node):
            if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
                self._own[inner.target.id] = self._annotated(inner.annotation)
        self.generic_visit(node)
        self._scopes.pop()
        self._own = outer

    def visit_FunctionDef(self, node: Function) -> None:
        if any(isinstance(call, ast.Call) and _name(call.func) in CHECKS for call in node.decorator_list):
            return
        arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        self._scopes.append({each.arg: self._annotated(each.annotation) for each in arguments if each.annotation})
        self.generic_visit(node)
        self._scopes.pop()

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815 - the name that the visitor calls

    def visit_Assign(self, node: ast.Assign) -> None:
        self.visit(node.value)
        for target in node.targets:
            places = self._places(node.value)
            if isinstance(target, ast.Name):
                self._scopes[-1][target.id] = places
            elif isinstance(target, ast.Attribute) and _name(target.value) == "self" and places:
                self._own[target.attr] = places
            else:
                self.visit(target)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        for place in self._places(node.value):
            name = _joined(place, node.attr)
            if name in self._tree.keys:
                self.read.add(name)
            elif node.attr == "model_dump":
                self.handed_on |= {key for key in self._tree.keys if not place or key.startswith(f"{place}.")}
        self.generic_visit(node)

    def _places(self, node: ast.expr | None) -> Places:
        """Return the sections that an expression may stand for; none when it is something else."""
        match node:
            case ast.Name(id=name):
                return next((scope[name] for scope in reversed(self._scopes) if name in scope), frozenset())
            case ast.Attribute(value=value, attr=attr):
                return self._places_of_attribute(value, attr)
            case ast.Call(func=func):
                return self._returned(_name(func))
            case _:
                return frozenset()

    def _places_of_attribute(self, value: ast.expr, attr: str) -> Places:
        inner = {_joined(place, attr) for place in self._places(value)} & self._tree.sections
        if inner:
            return frozenset(inner)
        if _name(value) == "self" and self._own.get(attr):
            return self._own[attr]
        return frozenset({""}) if attr == "settings" else self._returned(attr)

    def _returned(self, name: str) -> Places:
        said = (self._annotated(each, anywhere=True) for each in self._given_back.get(name, ()))
        return frozenset[str]().union(*said)

    def _annotated(self, annotation: ast.expr | None, *, anywhere: bool = False) -> Places:
        names = {node.id for node in ast.walk(annotation) if isinstance(node, ast.Name)} if annotation else set()
        known = names if anywhere else names & self._section_names
        return frozenset(place for name in known for place in self._tree.by_class.get(name, ()))


def _joined(place: str, attr: str) -> str:
    return f"{place}.{attr}" if place else attr


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name):
            return name
        case ast.Attribute(attr=name):
            return name
        case _:
            return ""
