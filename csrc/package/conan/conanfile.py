"""A Conan 2 recipe: ``conan create .`` in this folder, then ``requires = "ifc2f/@VERSION@"``."""

# ruff: noqa: RUF012 (Conan reads these attributes of the class)

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy

# What a build may leave out, as csrc/CMakeLists.txt has it.
CHOICES = ("exact", "uncertain", "groups", "graphs", "checks", "batch", "texts", "plan")


class Ifc2fRecipe(ConanFile):
    """The C library: both runtimes and the planner."""

    name = "ifc2f"
    version = "@VERSION@"
    license = "BSD-3-Clause"
    description = "Ask one feature at a time, stop when another answer is not worth its cost"
    topics = ("classification", "embedded")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {
        "shared": [True, False],
        "fPIC": [True, False],
        **{choice: [True, False] for choice in CHOICES},
    }
    default_options = {"shared": False, "fPIC": True, **dict.fromkeys(CHOICES, True)}
    implements = ["auto_shared_fpic"]
    languages = "C"
    exports_sources = "csrc/*", "LICENSE"

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["IFC2F_VERSION"] = self.version
        for choice in CHOICES:
            toolchain.cache_variables[f"IFC2F_{choice.upper()}"] = bool(self.options.get_safe(choice))
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure(build_script_folder="csrc")
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", self.source_folder, f"{self.package_folder}/licenses")

    def package_info(self):
        self.cpp_info.libs = ["ifc2f"]
        self.cpp_info.set_property("cmake_file_name", "ifc2f")
        self.cpp_info.set_property("cmake_target_name", "ifc2f::ifc2f")
        self.cpp_info.defines = [f"IFC2F_{c.upper()}=0" for c in CHOICES[:-1] if not self.options.get_safe(c)]
