"""The stubs have what the package has."""
import ast
import inspect
import pathlib

import sm5

FILE = pathlib.Path(sm5.__file__).with_suffix(".pyi")
STUB = ast.parse(FILE.read_text())
NAMED = {node.name: node for node in STUB.body if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
VARIABLES = {node.target.id for node in STUB.body if isinstance(node, ast.AnnAssign)}


def parameters(node):
    a = node.args
    names = [x.arg for x in (*a.posonlyargs, *a.args)]
    return [n for n in names if n not in ("self", "cls")], [x.arg for x in a.kwonlyargs]


def expect_signature(function, node):
    found = inspect.signature(function).parameters.values()
    positional = [p.name for p in found if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD) and p.name not in ("self", "cls")]
    assert (positional, [p.name for p in found if p.kind is p.KEYWORD_ONLY]) == parameters(node), node.name


def test_every_public_name_has_a_type():
    assert {*sm5.__all__, "__version__"} == {*NAMED, *VARIABLES} | {"finding_kinds"}
    assert FILE.with_name("py.typed").exists()


def test_functions_have_the_parameters_of_their_types():
    for name, node in NAMED.items():
        if isinstance(node, ast.FunctionDef):
            expect_signature(getattr(sm5, name), node)


def test_methods_have_the_parameters_of_their_types():
    for name, node in NAMED.items():
        for method in node.body if isinstance(node, ast.ClassDef) else ():
            if isinstance(method, ast.FunctionDef) and not method.decorator_list and not method.name.startswith("__"):
                expect_signature(getattr(getattr(sm5, name), method.name), method)
            elif isinstance(method, ast.FunctionDef):
                assert hasattr(getattr(sm5, name), method.name), (name, method.name)


def test_everything_is_documented():
    for name in ("Shader", "Resource", "Report", "Finding", "Texture", "View", "Sampler", "load", "assemble", "compile_hlsl"):
        assert inspect.getdoc(getattr(sm5, name)), name
    for name, value in vars(sm5.Shader).items():
        assert name.startswith("_") or inspect.getdoc(value), name
    assert "Arrays bound" in sm5.Shader.dispatch.__doc__
